# SPDX-License-Identifier: Apache-2.0
#
# copy_tree DIR copies the tree, as it lies there, for steps that change files.
copy_tree() {
	mkdir -p "$1"
	tar -cf - --exclude=./.git --exclude=./out . | tar -xf - -C "$1"
}

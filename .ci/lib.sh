# SPDX-License-Identifier: Apache-2.0
#
# Functions for the steps.

# copy_tree DIR copies the tree, with uncommitted changes, for steps that change files.
copy_tree() {
	mkdir -p "$1"
	tar -cf - --exclude=./.git --exclude=./out . | tar -xf - -C "$1"
}

# install PACKAGE... installs Debian packages if CI is set. Otherwise it changes nothing: it
# prints what is missing and fails. Only one step at a time can install packages, hence the
# lock.
install() {
	if [ -z "${CI:-}" ]; then
		echo "missing: Debian's $* (install them, or set CI=1 to have them installed)" >&2
		return 1
	fi
	local as_root=()
	[ "$(id -u)" = 0 ] || as_root=(sudo)
	(
		flock 8
		"${as_root[@]}" apt-get update -q
		"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
			--no-install-recommends -o DPkg::Lock::Timeout=120 "$@"
	) 8>"$CI_TMP/install.lock"
}

# packages_with PATTERN prints the packages whose tests have a line that matches.
packages_with() {
	local found
	found=$(find . -name '*_test.go' -not -path './out/*' -exec grep -l "$1" {} + | xargs -r -n 1 dirname | sort -u)
	if [ -z "$found" ]; then
		echo "no test file has a line like $1" >&2
		return 1
	fi
	echo "$found"
}

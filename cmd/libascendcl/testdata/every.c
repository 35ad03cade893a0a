/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls functions of a library with zeroes for all arguments, and prints the name and the result
 * of each. The arguments are the library and the names of functions that return a number.
 */
#include <dlfcn.h>
#include <stdio.h>

/* The zeroes fill the registers for arguments, and a structure on the stack. */
typedef int (*any_function)(long, long, long, long, long, long, long, long, long, long, long, long, long, long, long, long);

int main(int argc, char **argv)
{
	void *library = dlopen(argv[1], RTLD_NOW);

	if (library == NULL) {
		fprintf(stderr, "%s\n", dlerror());
		return 1;
	}
	for (int i = 2; i < argc; i++) {
		const any_function f = (any_function)dlsym(library, argv[i]);
		if (f == NULL) {
			fprintf(stderr, "%s is missing\n", argv[i]);
			return 1;
		}
		printf("%s %d\n", argv[i], f(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
		fflush(stdout);
	}
	return 0;
}

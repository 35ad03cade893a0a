/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Asserts that the declarations in scope agree with declared.h. The including file defines
 * ACLPOOL_PROTOTYPE_OF(name), an expression of the type of the function. Of a field only the
 * offset and the size are checked, because aclpool declares some fields with simpler types.
 */
#ifndef ACLPOOL_AGREE_H
#define ACLPOOL_AGREE_H

#include <stddef.h>
#include <stdint.h>

#define DECLARED_TYPE(name, type) \
	_Static_assert(__builtin_types_compatible_p(name, type), #name " is " #type);
#define DECLARED_VALUE(name, value) \
	_Static_assert((name) == (value), #name " is " #value);
#define DECLARED_SIZE(name, size, align) \
	_Static_assert(sizeof(name) == (size) && _Alignof(name) == (align), #name " has " #size " bytes");
#define DECLARED_FIELD(name, field, offset, size) \
	_Static_assert(offsetof(name, field) == (offset) && sizeof(((name *)0)->field) == (size), \
		#name "." #field " has " #size " bytes at " #offset);
#define DECLARED_FUNCTION(name, result, parameters) \
	_Static_assert(__builtin_types_compatible_p(__typeof__(ACLPOOL_PROTOTYPE_OF(name)), result parameters), \
		#name " is " #result #parameters);

/*
 * Codes are variables in the vendor's headers, which no assertion takes, so that the optimizer
 * has to find the call.
 */
#define DECLARED_CODE(name, value)                                                        \
	void aclpool_wrong_##name(void) __attribute__((error(#name " is " #value)));      \
	void aclpool_check_##name(void);                                                  \
	void aclpool_check_##name(void)                                                   \
	{                                                                                 \
		if ((name) != (value))                                                    \
			aclpool_wrong_##name();                                           \
	}

#include "declared.h"

#endif

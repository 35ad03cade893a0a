/* SPDX-License-Identifier: Apache-2.0 */

/* A library that can be loaded but is not an ACL library. */
int unrelated(void);
int unrelated(void) { return 7; }

/* SPDX-License-Identifier: Apache-2.0 */

/* A library that can be loaded and has nothing to do with ACL. */
int unrelated(void);
int unrelated(void) { return 7; }

/* SPDX-License-Identifier: Apache-2.0 */

/* A library that needs a function from another one. */
int unrelated(void);
int aclInit(const char *configPath);
int aclInit(const char *configPath) { return configPath == (const char *)0 ? unrelated() : 0; }

/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A header set for the tests, in the form of an installed CANN: what aclpool calls, and
 * some of what stands around it. It is written from facts on the interface; symbols.tsv
 * beside it holds those on its functions.
 */
#ifndef ACL_ACL_H
#define ACL_ACL_H

#include <acl/acl_base_rt.h>
#include <acl/acl_rt.h>

#define ACL_PKG_VERSION_MAX_SIZE 128

aclError aclInit(const char* configPath);
aclError aclFinalize(void);
aclError aclFinalizeReference(uint64_t* refCount);
aclError aclsysGetVersionStr(char* pkgName, char* versionStr);

#endif

//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "signals.h"

/* configured follows a call that may have changed what the file of aclInit says. */
static aclError configured(aclError code)
{
	if (code == 0) {
		const struct simInitSettings_return settings = simInitSettings();

		sim_configure(settings.r0, settings.r1);
	}
	return code;
}

/* NULL and "" both mean no file. */
aclError aclInit(const char *configPath)
{
	sim_share_signals();
	return configured(simInit((char *)(configPath == NULL ? "" : configPath)));
}

aclError aclFinalize(void)
{
	return configured(simFinalize());
}

aclError aclFinalizeReference(uint64_t *refCount)
{
	const struct simFinalizeReference_return r = simFinalizeReference();

	if (refCount != NULL && (r.r1 == 0 || r.r1 == ACL_ERROR_REPEAT_FINALIZE))
		*refCount = r.r0;
	return configured(r.r1);
}

aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion)
{
	REQUIRE(majorVersion);
	REQUIRE(minorVersion);
	REQUIRE(patchVersion);
	const struct simGetVersion_return r = simGetVersion();
	if (r.r3 == 0) {
		*majorVersion = r.r0;
		*minorVersion = r.r1;
		*patchVersion = r.r2;
	}
	return r.r3;
}

aclError aclsysGetVersionStr(char *pkgName, char *versionStr)
{
	REQUIRE(pkgName);
	REQUIRE(versionStr);
	const struct simGetVersionString_return r = simGetVersionString(pkgName);
	if (r.r1 == 0)
		snprintf(versionStr, ACL_PKG_VERSION_MAX_SIZE, "%s", r.r0);
	sim_free(r.r0);
	return r.r1;
}

/* The number has two digits for each of major, minor and patch, and three for what comes before a release. */
aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion *version)
{
	REQUIRE(version);
	const struct simPackageVersion_return r = simPackageVersion((int32_t)name);
	const unsigned major = r.r0 / 10000000, minor = r.r0 / 100000 % 100, patch = r.r0 / 1000 % 100;
	if (r.r1 != 0)
		return r.r1;
	memset(version, 0, sizeof *version);
	snprintf(version->version, sizeof version->version, "%u.%u.%u", major, minor, patch);
	snprintf(version->majorVersion, sizeof version->majorVersion, "%u", major);
	snprintf(version->minorVersion, sizeof version->minorVersion, "%u", minor);
	snprintf(version->releaseVersion, sizeof version->releaseVersion, "%u", patch);
	snprintf(version->patchVersion, sizeof version->patchVersion, "0");
	return 0;
}

aclError aclrtCheckArchCompatibility(const char *socVersion, int32_t *canCompatible)
{
	REQUIRE_RT(socVersion);
	REQUIRE_RT(canCompatible);
	RETURN_INTO(canCompatible, simArchCompatible((char *)socVersion));
}

/* The names that were returned: each stays valid until the process exits. */
static struct name {
	struct name *next;
	char *text;
} *names;
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;

const char *aclrtGetSocName(void)
{
	char *text = simSocName();
	struct name *n;

	if (text == NULL)
		return NULL;
	pthread_mutex_lock(&names_lock);
	for (n = names; n != NULL && strcmp(n->text, text) != 0; n = n->next)
		;
	if (n != NULL) {
		sim_free(text);
	} else if ((n = malloc(sizeof *n)) != NULL) {
		*n = (struct name){names, text};
		names = n;
	}
	pthread_mutex_unlock(&names_lock);
	return n == NULL ? NULL : n->text;
}

// SPDX-License-Identifier: Apache-2.0

package acl

import "fmt"

// Version is the version of the ACL interface that the library was built with. It is not
// the CANN release: see [RuntimeVersion].
type Version struct{ Major, Minor, Patch int }

// String returns major.minor.patch.
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// APIVersion returns the version of the library's interface: minor 16 is CANN 8.5, 17 is
// CANN 9.0 and later. It initialises ACL when [Init] has not.
//
// Source: aclrtGetVersion, acl_rt.h.
func APIVersion() (Version, error) {
	rt, err := runtimeOfProcess()
	if err != nil {
		return Version{}, err
	}
	major, minor, patch, st := rt.Driver.Version()
	if err := errorOf("aclrtGetVersion", st); err != nil {
		return Version{}, fmt.Errorf("acl: version: %w", err)
	}
	return Version{int(major), int(minor), int(patch)}, nil
}

// RuntimeVersion returns the release of an installed CANN package, such as "runtime" or
// "driver". Releases before CANN 8.5 return [ErrNotSupported]. It
// initialises ACL when [Init] has not.
//
// Source: aclsysGetVersionStr, acl_base_rt.h.
func RuntimeVersion(pkg string) (string, error) {
	rt, err := runtimeOfProcess()
	if err != nil {
		return "", err
	}
	v, st := rt.Driver.VersionString(pkg)
	if err := errorOf("aclsysGetVersionStr", st); err != nil {
		return "", fmt.Errorf("acl: version of package %q: %w", pkg, err)
	}
	return v, nil
}

// DeviceCount returns how many devices this process sees. It initialises ACL when [Init]
// has not.
//
// Source: aclrtGetDeviceCount, acl_rt.h.
func DeviceCount() (int, error) {
	rt, err := runtimeOfProcess()
	if err != nil {
		return 0, err
	}
	n, st := rt.Driver.DeviceCount()
	if err := errorOf("aclrtGetDeviceCount", st); err != nil {
		return 0, fmt.Errorf("acl: count devices: %w", err)
	}
	return int(n), nil
}

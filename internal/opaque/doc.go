// SPDX-License-Identifier: Apache-2.0

// Package opaque has the forms of the public types whose inner state several packages of
// this module need. A public type is defined as one of them,
//
//	type Stream opaque.Stream
//
// and has none of its methods, so a program sees no internal type. A package of this
// module reaches the inner state by a conversion, which costs nothing:
//
//	inner := (*opaque.Stream)(s).Inner()
//
// Inner returns nil for a nil pointer and for a zero value, so that the callee can refuse
// an argument that is neither.
package opaque

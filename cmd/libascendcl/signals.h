/* SPDX-License-Identifier: Apache-2.0 */

#ifndef ACLPOOL_SIGNALS_H
#define ACLPOOL_SIGNALS_H

/* sim_share_signals shares signals between the library's Go runtime and the program. */
__attribute__((visibility("hidden"))) void sim_share_signals(void);

#endif

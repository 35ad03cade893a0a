/* SPDX-License-Identifier: Apache-2.0 */

#ifndef ACLPOOL_SIGNALS_H
#define ACLPOOL_SIGNALS_H

/* sim_share_signals shares SIGURG between the library's Go runtime and a program in Go. */
__attribute__((visibility("hidden"))) void sim_share_signals(void);

#endif

/* SPDX-License-Identifier: Apache-2.0 */

#ifndef ACLPOOL_SIGNALS_H
#define ACLPOOL_SIGNALS_H

/* sim_share_signals makes the library's Go runtime share with a program that is Go too. */
__attribute__((visibility("hidden"))) void sim_share_signals(void);

#endif

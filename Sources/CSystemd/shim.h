// SPDX-License-Identifier: Apache-2.0
//
// libsystemd's sd-bus for Swift.

#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

#include <systemd/sd-bus.h>

#endif

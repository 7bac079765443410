// SPDX-License-Identifier: Apache-2.0
//
// Scripts/build-release --static links it into reach, in place of the function by which Swift's runtime looks for the program
// swift-backtrace as soon as the program starts. Where /proc is not mounted, that one ends the program ("Unable to obtain Swift
// runtime path", Swift 6.3). There is no swift-backtrace beside one file.

#include <stddef.h>

// (By the linker's option --wrap.)
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
    (void)name;
    return NULL;
}

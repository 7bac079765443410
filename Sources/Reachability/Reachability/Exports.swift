// SPDX-License-Identifier: Apache-2.0

// The class `Reachability` hides its module's name, so that nothing in the module can be qualified. Everything else is
// therefore declared in a module of its own.
@_exported public import NetworkReachability

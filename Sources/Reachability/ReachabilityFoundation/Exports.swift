// SPDX-License-Identifier: Apache-2.0

// Code that was written for Reachability.swift compiles after a change of its one import.
@_exported public import Reachability

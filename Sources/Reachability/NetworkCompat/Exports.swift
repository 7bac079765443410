// SPDX-License-Identifier: Apache-2.0

// Apple's Network brings Dispatch, too: code that imports it alone uses DispatchQueue.
@_exported public import Dispatch

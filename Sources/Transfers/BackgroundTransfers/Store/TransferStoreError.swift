// SPDX-License-Identifier: Apache-2.0

@_exported public import struct DurableStore.StoreError

/// The former name of `StoreError`.
@available(*, deprecated, renamed: "StoreError")
public typealias TransferStoreError = StoreError

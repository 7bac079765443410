// SPDX-License-Identifier: Apache-2.0

internal import DurableStore

/// Files for values that are too long for the environment of a completion command. Each exists while the command runs.
///
/// The next worker removes the files of a worker that was killed (``TransferStore/reconcileSecrets()``).
struct CompletionFiles {
    /// The number of bytes of a value that a variable holds at most. The kernel takes 128 KiB (`MAX_ARG_STRLEN`).
    static let limit = 64 << 10

    private let folder: SecretsFolder
    /// The files of each request that runs.
    private var files: [Int: [String]] = [:]

    init(_ location: StoreLocation) { folder = SecretsFolder(location: location) }

    /// Writes the values that are too long to files.
    ///
    /// - Parameter number: the number of the request.
    /// - Returns: the variables for the command.
    mutating func write(
        _ variables: [CompletionRequest.Variable], of number: Int
    ) throws(StoreError) -> [CompletionRequest.Variable] {
        var short: [CompletionRequest.Variable] = []
        for variable in variables {
            guard let fileName = variable.fileName, variable.value.utf8.count > Self.limit else {
                short.append(variable)
                continue
            }
            let name = try folder.write(Array(variable.value.utf8))
            files[number, default: []].append(name)
            short.append(.init(fileName, folder.path(of: name)))
        }
        return short
    }

    /// Removes the files of a request that has ended.
    mutating func remove(_ number: Int) { folder.remove(files.removeValue(forKey: number) ?? []) }
}

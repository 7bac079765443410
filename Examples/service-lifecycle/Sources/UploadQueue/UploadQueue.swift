// SPDX-License-Identifier: Apache-2.0

public import NetworkReachability
public import ServiceLifecycle

/// A service that uploads files while the network is not metered, two at a time.
///
/// On a graceful shutdown no upload starts any more. Running uploads may end; the service group
/// cancels them when its time for that is over. Then the uploads that wait end as
/// ``Outcome/unfinished``.
public struct UploadQueue: Service {
    /// How an upload ended.
    public enum Outcome: Sendable, Hashable {
        /// The file was uploaded.
        case done
        /// The service was shut down while the upload waited, or before it was complete.
        case unfinished
        /// The upload failed.
        case failed(String)
    }

    private let queue: DeferralQueue
    private let files: AsyncStream<String>
    private let upload: @Sendable (String) async throws -> Void
    private let ended: @Sendable (String, Outcome) -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - monitor: the monitor that reports the path.
    ///   - files: the names of the files to upload.
    ///   - upload: the upload of one file. It should end soon when its task is cancelled.
    ///   - ended: called once for each file.
    public init(
        monitor: PathMonitor = PathMonitor(),
        files: AsyncStream<String>,
        upload: @escaping @Sendable (String) async throws -> Void,
        ended: @escaping @Sendable (String, Outcome) -> Void
    ) {
        queue = DeferralQueue(monitor: monitor, maxConcurrentOperationCount: 2)
        self.files = files
        self.upload = upload
        self.ended = ended
    }

    /// The counts of the uploads, and what they wait for, each time that these change.
    public var activity: DeferralQueue.Activities { queue.activity }

    /// Uploads until the service group shuts down.
    public func run() async throws {
        await withDiscardingTaskGroup { group in
            // A graceful shutdown ends this sequence.
            for await file in files.cancelOnGracefulShutdown() {
                group.addTask { ended(file, await outcome(of: file)) }
            }
            try? await gracefulShutdown()
            queue.hold()
            // A cancellation ends this sequence too: the time for the shutdown is over.
            for await activity in queue.activity where activity.running == 0 { break }
            queue.cancel()
        }
    }

    private func outcome(of file: String) async -> Outcome {
        do {
            let options = DeferralQueue.Options(onLoss: .stop, maxAttempts: 5)
            try await queue.run(.unmetered, key: file, options: options) {
                try await upload(file)
            }
            return .done
        } catch DeferralError.queueCancelled {
            return .unfinished
        } catch is CancellationError {
            return .unfinished
        } catch {
            return .failed("\(error)")
        }
    }
}

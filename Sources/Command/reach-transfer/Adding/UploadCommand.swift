// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// `reach upload`
struct UploadCommand {
    private let request: UploadRequest

    init(_ request: UploadRequest) { self.request = request }

    func run() throws {
        let caller = try Caller.current()
        let headers = try request.transfer.allHeaders(of: .upload)
        let (delivery, secrets) = request.transfer.delivery(caller)
        let upload = NewTransfer(
            upload: request.address.text,
            from: request.file.begins(with: "/") ? request.file : caller.folder + request.file,
            method: request.method.map { UploadMethod($0) } ?? .automatic,
            condition: request.transfer.condition,
            options: request.transfer.options(headers, caller), secrets: secrets,
            delivery: delivery)
        try AddingCommand(
            request: request.transfer, transfers: [upload], caller: caller, refusalCode: 1
        ).run()
    }
}

extension UploadMethod {
    fileprivate init(_ method: UploadRequest.Method) {
        self =
            switch method {
            case .put: .put
            case .post: .post
            case .tus: .tus
            }
    }
}

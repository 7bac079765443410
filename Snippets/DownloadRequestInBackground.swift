// SPDX-License-Identifier: Apache-2.0

// snippet.hide
import BackgroundTransfers
import BackgroundTransfersFoundation
import Foundation
import FoundationNetworking

let url = URL(filePath: "/")
let file = URL(filePath: "/var/tmp/tiles-7.bin")
let token = ""
let session = try TransferSession(identifier: "org.example.maps")
// snippet.show
// snippet.request
var request = URLRequest(url: url)
request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
request.allowsCellularAccess = false
let id = try await session.download(for: request, to: file, constraints: .discretionary)
// snippet.end

// SPDX-License-Identifier: Apache-2.0

// snippet.hide
import Foundation

let url = URL(filePath: "/")
let photo = URL(filePath: "/var/tmp/photo.jpg")
// snippet.show
// snippet.upload
import BackgroundTransfers

let session = try TransferSession(identifier: "org.example.photos")
let id = try await session.upload(file: photo, to: url, constraints: .unmetered)
// snippet.end

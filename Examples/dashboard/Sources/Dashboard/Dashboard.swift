// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Hummingbird
public import NetworkReachability
import ServiceLifecycle

/// Returns a router that serves a page with the path of this machine, and the paths as server-sent
/// events.
public func dashboard(_ monitor: PathMonitor) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("/") { _, _ in
        Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }
    router.get("/events") { request, _ in
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    // The first path comes at once. The sequence ends when the server shuts down.
                    for await path in monitor.cancelOnGracefulShutdown() {
                        let json = try JSONEncoder().encode(path)
                        var event = ByteBuffer(string: "event: path\ndata: ")
                        event.writeBytes(json)
                        event.writeString("\n\n")
                        try await writer.write(event)
                    }
                }
                try await writer.finish(nil)
            })
    }
    return router
}

/// The page. A browser connects again by itself when the connection to the server breaks.
private let page = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <title>Network</title>
    <h1 id="status">…</h1>
    <p id="summary"></p>
    <script>
    new EventSource("events").addEventListener("path", event => {
        const path = JSON.parse(event.data)
        document.getElementById("status").textContent = path.status
        const primary = path.interfaces.find(interface => interface.name == path.primary)
        document.getElementById("summary").textContent =
            primary ? `${primary.name} (${primary.type})` : ""
    })
    </script>

    """

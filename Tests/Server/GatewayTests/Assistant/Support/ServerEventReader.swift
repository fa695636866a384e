import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import SpotterAPI

/// One server-sent event.
struct ServerEvent: Sendable {
    let name: String
    let data: JSONValue
}

/// Reads a stream of server-sent events over a real socket, and accepts only what the simplest client understands:
/// one `event:` line, one `data:` line, a blank line.
struct ServerEventReader: Sendable {
    struct Malformed: Error { let block: String }
    /// Answered with something else than a stream.
    struct Refused: Error { let status: Int }

    private let events: AsyncThrowingStream<ServerEvent, any Error>
    private let reading: Task<Void, Never>

    /// - Parameter body: sends a POST with it; without one it's a GET.
    static func open(_ url: String, token: String, body: JSONValue? = nil) async throws -> ServerEventReader {
        var request = HTTPClientRequest(url: url)
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        request.headers.add(name: "Accept", value: "text/event-stream")
        if let body {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body.text))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        guard response.status == .ok,
            response.headers.first(name: "content-type")?.hasPrefix("text/event-stream") == true
        else { throw Refused(status: Int(response.status.code)) }
        let (events, continuation) = AsyncThrowingStream<ServerEvent, any Error>.makeStream()
        let reading = Task {
            do {
                try await read(response.body) { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return ServerEventReader(events: events, reading: reading)
    }

    private static func read(_ body: HTTPClientResponse.Body, _ take: (ServerEvent) -> Void) async throws {
        // Bytes, since a chunk may end within a character.
        var pending: [UInt8] = []
        for try await chunk in body {
            pending += chunk.readableBytesView
            while let end = pending.firstRange(of: [10, 10]) {
                take(try event(String(decoding: pending[..<end.lowerBound], as: UTF8.self)))
                pending.removeSubrange(..<end.upperBound)
            }
        }
        guard pending.isEmpty else { throw Malformed(block: String(decoding: pending, as: UTF8.self)) }
    }

    /// The next event; nothing once the server has closed the stream.
    func next() async throws -> ServerEvent? {
        for try await event in events { return event }
        return nil
    }

    /// Closes the connection, whatever else would come, and returns when that has begun.
    func leave() async {
        reading.cancel()
        await reading.value
    }

    /// Every event up to the end of the stream.
    func rest() async throws -> [ServerEvent] {
        var events: [ServerEvent] = []
        while let event = try await next() { events.append(event) }
        return events
    }

    /// Reads until the deltas so far make up `text`.
    func readText(_ text: String) async throws {
        var deltas: [String] = []
        while deltas.joined() != text {
            guard let event = try await next() else { throw Malformed(block: "ended after \(deltas)") }
            if event.name == "text.delta" { deltas.append(event.data["text"]?.string ?? "") }
        }
    }

    private static func event(_ block: String) throws -> ServerEvent {
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 2, lines[0].hasPrefix("event: "), lines[1].hasPrefix("data: "),
            let data = JSONValue.parse(String(lines[1].dropFirst(6))), data.object != nil
        else { throw Malformed(block: block) }
        return ServerEvent(name: String(lines[0].dropFirst(7)), data: data)
    }
}

extension [ServerEvent] {
    var names: [String] { map(\.name) }

    /// The deltas put together.
    var text: String { filter { $0.name == "text.delta" }.compactMap { $0.data["text"]?.string }.joined() }

    func first(_ name: String) -> JSONValue? { first { $0.name == name }?.data }
}

import AsyncHTTPClient
public import Domain
import Foundation
import NIOCore
import NIOHTTP1
import ServerSentEvents
import Synchronization

/// Carries the Model Context Protocol between a host's pipes and a server's `/mcp`: one message a line, both ways.
///
/// It understands only what the transports do differently: headers, sessions and streams. What a message means is between
/// the host and the server.
///
/// ```swift
/// let bridge = MCPBridge(api: api, write: { print($0) })
/// await bridge.run(lines)
/// ```
public final class MCPBridge: Sendable {
    private let api: SpotterHTTP
    private let key: Secret?
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// How long answers that are under way may take once the host has closed its pipe.
    private static let lastSeconds = 5

    private struct State {
        var session = MCPSession()
        var taken = 0
        var underWay: [Int: UnderWay] = [:]
    }

    private struct UnderWay {
        /// `nil` for what isn't a request.
        let id: JSONValue?
        let task: Task<Void, Never>
    }

    /// - Parameters:
    ///   - key: an API key; `nil` to act as the logged-in user.
    ///   - write: takes a message for the host, without a line feed.
    public init(api: SpotterHTTP, key: Secret? = nil, write: @escaping @Sendable (String) -> Void) {
        self.api = api
        self.key = key
        self.write = write
    }

    /// Carries messages until the host has no more, and then ends the session.
    public func run(_ lines: some AsyncSequence<String, Never>) async {
        for await line in lines where !line.trimmed.isEmpty { take(line) }
        let tasks = state.withLock { $0.underWay.values.map(\.task) }
        let deadline = Task {
            try await Task.sleep(for: .seconds(Self.lastSeconds))
            for task in tasks { task.cancel() }
        }
        for task in tasks { await task.value }
        deadline.cancel()
        await endSession()
    }

    private func take(_ line: String) {
        guard let message = JSONValue.parse(line), message.object != nil else {
            write(Self.failure(.null, -32700, "A line must be one JSON object."))
            return
        }
        let id = message["method"] == nil ? nil : message["id"]
        let isModern = MCPSession.version(of: message) != nil
        // Without a session, closing the connection is what cancels.
        if message["method"]?.string == "notifications/cancelled", state.withLock({ $0.session.id == nil }) {
            guard let cancelled = message["params"]?["requestId"] else { return }
            for call in state.withLock({ $0.underWay.values.filter { $0.id == cancelled } }) { call.task.cancel() }
            return
        }
        state.withLock { state in
            state.taken += 1
            let (number, headers) = (state.taken, state.session.headers(of: message, isModern: isModern))
            let task = Task { [self] in
                await carry(message, id, headers)
                self.state.withLock { $0.underWay[number] = nil }
            }
            state.underWay[number] = UnderWay(id: id, task: task)
        }
    }

    /// Sends a message and gives the host everything that comes back.
    private func carry(_ message: JSONValue, _ id: JSONValue?, _ headers: [(String, String)]) async {
        var call = HTTPCall.post("/mcp", bytes: ByteBuffer(string: message.text), type: "application/json")
        call.headers += headers
        call.accept = "application/json, text/event-stream"
        do {
            let response = try await api.rawResponse(to: call, key: key)
            if message["method"]?.string == "initialize" {
                let session = response.headers.first(name: "Mcp-Session-Id")
                state.withLock { $0.session.id = session }
            }
            let type = response.headers.first(name: "Content-Type") ?? ""
            if type.hasPrefix("text/event-stream") {
                try await pass(stream: response)
            } else if type.hasPrefix("application/json") {
                let body = try await response.body.collect(upTo: 8 << 20)
                pass(JSONValue.parse(String(buffer: body), maxBytes: 8 << 20) ?? .null, answering: id)
            } else if let id {
                write(Self.failure(id, -32603, "\(api.server) answered \(response.status.code)."))
            }
        } catch is CancellationError {
        } catch {
            if let id, !Task.isCancelled { write(Self.failure(id, -32603, ErrorText.of(error))) }
        }
    }

    private func pass(_ message: JSONValue, answering id: JSONValue?) {
        guard var members = message.object else { return }
        // What was refused before it was read names no request.
        if members["id"] == .null || members["id"] == nil {
            guard let id else { return }
            members["id"] = id
        }
        if let version = members["result"]?["protocolVersion"]?.string {
            state.withLock { $0.session.version = version }
        }
        write(JSONValue.object(members).text)
    }

    private func pass(stream response: HTTPClientResponse) async throws {
        var parser = ServerSentEventParser(maxEventBytes: 8 << 20)
        for try await chunk in response.body {
            for event in try parser.feed(chunk.readableBytesView) where !event.data.isEmpty {
                if let message = JSONValue.parse(event.data, maxBytes: 8 << 20) { write(message.text) }
            }
        }
    }

    private func endSession() async {
        let session = state.withLock { $0.session }
        guard let id = session.id else { return }
        var call = HTTPCall.delete("/mcp")
        call.headers.append(("Mcp-Session-Id", id))
        call.timeout = .seconds(Int64(Self.lastSeconds))
        // The server ends it by itself if this doesn't arrive.
        _ = try? await api.rawResponse(to: call, key: key)
    }

    private static func failure(_ id: JSONValue, _ code: Int, _ message: String) -> String {
        let failure: JSONValue = [
            "jsonrpc": "2.0", "id": id, "error": ["code": .integer(code), "message": .string(message)],
        ]
        return failure.text
    }
}

import Dispatch
import EventBus
import Foundation
import Logging
import Synchronization

/// The bus over PostgreSQL itself, by `LISTEN` and `NOTIFY`: servers that share a database need nothing else.
///
/// It has two sessions of its own, one for each direction. What was published while the database couldn't be reached, or
/// faster than it takes, is dropped.
package final class PostgreSQLBus: EventBus {
    private static let channel = "spotter"
    /// Between attempts to connect.
    private static let pause = 0.25
    /// How long the listener waits before it looks whether it's to end.
    private static let patience: Int32 = 250
    /// After how many such waits without a word the server has to answer.
    private static let maxSilentWaits = 8
    /// A notification has to be shorter than 8000 bytes.
    private static let maxBytes = 8000 - MessageParts.overhead

    private struct Outgoing: Sendable {
        var waiting = Outbox()
        var isSending = false
        var count: UInt64 = 0
    }

    private let address: PostgreSQLAddress
    private let subscribers = Mutex<[@Sendable ([UInt8]) -> Void]>([])
    private let outgoing = Mutex(Outgoing())
    private let sending = DispatchQueue(label: "spotter.bus.sending")
    private let listening = DispatchQueue(label: "spotter.bus.listening")
    private let sender = Mutex<PostgreSQLSession?>(nil)
    private let isClosed = Mutex(false)
    private let closing = DispatchSemaphore(value: 0)
    private let parts: MessageParts

    /// Connects in the background.
    ///
    /// - Throws: `StorageError.unusable` if that isn't an address, or the library is missing.
    package init(address: String) throws {
        self.address = try PostgreSQLAddress(address)
        var random = SystemRandomNumberGenerator()
        parts = MessageParts(sender: UInt64.random(in: .min ... .max, using: &random))
        listening.async { self.listen() }
    }

    package func subscribe(_ receive: @escaping @Sendable ([UInt8]) -> Void) {
        subscribers.withLock { $0.append(receive) }
    }

    // MARK: Sending

    package func publish(_ message: [UInt8]) {
        let begins = outgoing.withLock { outgoing in
            guard outgoing.waiting.add(message) else { return false }
            defer { outgoing.isSending = true }
            return !outgoing.isSending
        }
        if begins { sending.async { self.send() } }
    }

    /// Sends what has come together in one transaction, again and again.
    private func send() {
        while true {
            let (messages, first) = outgoing.withLock { outgoing in
                let messages = outgoing.waiting.take()
                outgoing.isSending = !messages.isEmpty
                defer { outgoing.count &+= UInt64(messages.count) }
                return (messages, outgoing.count)
            }
            guard !messages.isEmpty else { return }
            do {
                try send(messages, first)
            } catch {
                sender.withLock { $0 = nil }
            }
        }
    }

    private func send(_ messages: [[UInt8]], _ first: UInt64) throws {
        try sender.withLock { sender in
            let session = try sender.flatMap { $0.isCurrent ? $0 : nil } ?? open()
            sender = session
            try session.send("BEGIN")
            for (index, message) in messages.enumerated() {
                for part in parts.cut(message, number: first &+ UInt64(index), maxBytes: Self.maxBytes) {
                    try session.send("SELECT pg_notify($1, $2)", [Self.channel, part])
                }
            }
            try session.execute("COMMIT")
        }
    }

    private func open() throws -> PostgreSQLSession {
        let session = try PostgreSQLSession(address, application: "spotter bus")
        // A hint isn't worth a wait for the disk.
        try session.execute("SET synchronous_commit = off")
        return session
    }

    // MARK: Listening

    private func listen() {
        var incoming = MessageParts.Joining()
        while !isClosed.withLock({ $0 }) {
            do {
                let session = try PostgreSQLSession(address, application: "spotter bus")
                try session.execute("LISTEN \(Self.channel)")
                var silentWaits = 0
                while !isClosed.withLock({ $0 }), session.isCurrent {
                    let parts = try session.notifications(within: Self.patience)
                    silentWaits = parts.isEmpty ? silentWaits + 1 : 0
                    if silentWaits > Self.maxSilentWaits {
                        try session.execute("SELECT 1")
                        silentWaits = 0
                    }
                    for part in parts {
                        guard let message = incoming.add(part) else { continue }
                        for receive in subscribers.withLock({ $0 }) { receive(message) }
                    }
                }
            } catch {
                _ = closing.wait(timeout: .now() + Self.pause)
            }
        }
    }

    package func close() async {
        await withCheckedContinuation { continuation in sending.async { continuation.resume() } }
        isClosed.withLock { $0 = true }
        closing.signal()
        await withCheckedContinuation { continuation in listening.async { continuation.resume() } }
        sender.withLock { $0 = nil }
        subscribers.withLock { $0 = [] }
    }
}

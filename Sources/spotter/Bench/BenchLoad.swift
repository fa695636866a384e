import NIOCore
import Synchronization

/// The messages of a run: sent in a fixed number at a time, timed by the send's moment in their client id.
final class BenchLoad: Sendable {
    struct Result: Sendable {
        var acked = 0
        /// Milliseconds from send to the other side's `message.created`.
        var latencies: [Double] = []
    }

    private struct State: Sendable {
        var isMeasuring = false
        var isStopped = false
        var next = 0
        var result = Result()
    }

    private let state = Mutex(State())
    private let inFlight: Int
    private let text: String
    private let origin = ContinuousClock.now

    init(inFlight: Int, text: String) {
        self.inFlight = inFlight
        self.text = text
    }

    func startMeasuring() { state.withLock { $0.isMeasuring = true } }

    func stop() -> Result {
        state.withLock { state in
            state.isStopped = true
            return state.result
        }
    }

    /// A frame at the sending side: the welcome starts it, each ack sends the next.
    func answered(_ text: ByteBufferView, chat: String, _ socket: BenchSocket) {
        if text.starts(with: Self.ack) {
            state.withLock { if $0.isMeasuring && !$0.isStopped { $0.result.acked += 1 } }
            send(to: chat, socket)
        } else if text.firstRange(of: Self.welcome) != nil {
            for _ in 0..<inFlight { send(to: chat, socket) }
        }
    }

    /// A frame at the receiving side.
    func received(_ text: ByteBufferView) {
        guard text.starts(with: Self.created), let key = text.firstRange(of: Self.clientMessageId) else { return }
        let digits = text[key.upperBound...].prefix { $0 != UInt8(ascii: "-") }
        guard let sent = Int64(String(decoding: digits, as: UTF8.self)) else { return }
        let now = microseconds
        state.withLock { state in
            guard state.isMeasuring, !state.isStopped else { return }
            state.result.latencies.append(Double(now - sent) / 1000)
        }
    }

    private func send(to chat: String, _ socket: BenchSocket) {
        let number: Int? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.next += 1
            return state.next
        }
        guard let number else { return }
        socket.send(
            #"{"type":"message.send","id":"\#(number)","chatId":"\#(chat)","clientMessageId":"\#(microseconds)-\#(number)","text":"\#(text)"}"#
        )
    }

    private var microseconds: Int64 { Int64((ContinuousClock.now - origin).milliseconds * 1000) }

    private static let ack = Array(#"{"type":"ack""#.utf8)
    private static let created = Array(#"{"type":"message.created""#.utf8)
    private static let welcome = Array(#""type":"welcome""#.utf8)
    private static let clientMessageId = Array(#""clientMessageId":""#.utf8)
}

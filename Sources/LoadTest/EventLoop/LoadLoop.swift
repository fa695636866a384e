import CEpoll
import Foundation
import Glibc
import Synchronization

/// A thread with many connections to the server under load.
///
/// `@unchecked Sendable`: all of it but the letter box belongs to its own thread; others hand it closures by `perform`.
final class LoadLoop: @unchecked Sendable {
    struct Settings: Sendable {
        var address: ServerAddress
        var text: String
        /// Encrypts connections where the server does.
        var tls: TLSClient?
        /// Of the received messages, each so manieth is timed.
        var timedShare = 1
        var keepsAckedNumbers = false
    }

    let settings: Settings
    let poller: Poller
    private let bell: Int32
    private let letters = Mutex<[@Sendable (LoadLoop) -> Void]>([])
    private var isStopped = false

    var sockets: [LoadSocket] = []
    /// Sockets that send at a pace.
    private var paced: [LoadSocket] = []
    var dirty: [LoadSocket] = []
    /// Sockets that read slowly, and when next.
    var slow: [LoadSocket] = []
    var slowDue: Int64 = 0

    /// Whether sockets may send.
    var isSending = false
    var isMeasuring = false
    var tally = Tally()
    private var threadTimeBefore: Int64 = 0
    var receivedSinceTimed = 0

    /// Bytes just read; room for many frames, so that a busy connection costs one call per burst.
    static let bufferSize = 256 * 1024
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)

    static let bellKey = Int(Int32.max)

    init(_ settings: Settings) throws {
        self.settings = settings
        poller = try Poller()
        bell = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard bell >= 0 else { throw SystemFailure("eventfd") }
        try poller.add(bell, key: Self.bellKey, writes: false)
    }

    deinit {
        for socket in sockets where socket.descriptor >= 0 { close(socket.descriptor) }
        close(bell)
        buffer.deallocate()
    }

    func start() { Thread.detachNewThread { self.run() } }

    func stop() async { await perform { $0.isStopped = true } }

    /// Runs `body` on the loop's thread.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (LoadLoop) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            letters.withLock { $0.append { continuation.resume(returning: body($0)) } }
            var one: UInt64 = 1
            _ = write(bell, &one, 8)
        }
    }

    // MARK: On the thread

    private func run() {
        while !isStopped {
            let count = poller.wait(milliseconds: patience())
            for index in 0..<count {
                let ready = poller[index]
                if ready.key == Self.bellKey { takeLetters() } else { handle(ready) }
            }
            sendDue()
            readSlowly()
            flush()
        }
    }

    private func takeLetters() {
        var count: UInt64 = 0
        _ = read(bell, &count, 8)
        let letters = letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
        for letter in letters { letter(self) }
    }

    /// Milliseconds until something is due.
    private func patience() -> Int32 {
        var due = slow.isEmpty ? Int64.max : slowDue
        if isSending { for socket in paced { due = min(due, socket.nextDue) } }
        guard due < .max else { return 1000 }
        return Int32(min(max(0, (due - Moment.now + 999) / 1000), 1000))
    }

    // MARK: Sending

    /// From here on the sockets send as planned.
    func beginSending() {
        isSending = true
        let now = Moment.now
        paced = []
        for socket in sockets where socket.state == .open {
            switch socket.plan.sending {
            case .nothing: break
            case .reply(let begins): if begins { send(socket) }
            case .window(let window): for _ in socket.inFlight..<max(window, socket.inFlight) { send(socket) }
            case .every(_, let offset):
                socket.nextDue = now + offset
                paced.append(socket)
            }
        }
    }

    private func sendDue() {
        guard isSending, !paced.isEmpty else { return }
        for socket in paced where socket.state == .open {
            guard case .every(let interval, _) = socket.plan.sending else { continue }
            var now = Moment.now
            while socket.nextDue <= now {
                // A timer's granularity isn't the server's delay; falling behind is: it counts from when it was due.
                send(socket, at: now - socket.nextDue > 1500 ? socket.nextDue : now)
                socket.nextDue += interval
                now = Moment.now
            }
        }
    }

    func send(_ socket: LoadSocket, at stamp: Int64 = Moment.now) {
        guard socket.number < socket.plan.most else { return }
        socket.number += 1
        socket.inFlight += 1
        if isMeasuring { tally.sent += 1 }
        socket.template.append(to: &socket.out, stamp: stamp, number: socket.number)
        touch(socket)
    }

    func markRead(_ socket: LoadSocket) {
        socket.out += FrameWriter.text(
            #"{"type":"receipt.read","chatId":"\#(socket.plan.chat)","seq":\#(socket.lastSeq)}"#
        )
        touch(socket)
    }

    // MARK: Measuring

    func beginMeasuring() {
        tally = Tally()
        threadTimeBefore = Moment.threadTime
        isMeasuring = true
    }

    func endMeasuring() -> Tally {
        tally.threadTime = Moment.threadTime - threadTimeBefore
        isMeasuring = false
        defer { tally = Tally() }
        return tally
    }
}

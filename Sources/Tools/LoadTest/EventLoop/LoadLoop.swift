import CEpoll
import Foundation
import Glibc
import Synchronization

/// A thread with many connections to the server under load.
///
/// `@unchecked Sendable`: confined to its thread, except the mailbox, which is locked. Other threads use `perform`.
final class LoadLoop: @unchecked Sendable {
    struct Settings: Sendable {
        var address: TargetAddress
        var text: String
        var clientIDs = ClientIDKind.ordered
        /// Encrypts the connections; `nil` unless the server does.
        var tls: TLSClient?
        /// Latency is sampled for every nth message.
        var latencySampleInterval = 1
        var keepsAckedNumbers = false
    }

    let settings: Settings
    let poller: Poller
    private let wakeup: Int32
    private let mailbox = Mutex<[@Sendable (LoadLoop) -> Void]>([])
    private var isStopped = false

    var sockets: [LoadSocket] = []
    /// Sockets that send at a fixed rate.
    private var paced: [LoadSocket] = []
    var dirty: [LoadSocket] = []
    /// Sockets that read slowly, and when they read next.
    var slow: [LoadSocket] = []
    var slowDue: Int64 = 0

    /// Whether sockets may send.
    var isSending = false
    var isMeasuring = false
    var counters = LoadCounters()
    private var threadTimeBefore: Int64 = 0
    var receivedSinceSample = 0

    /// Read buffer, with room for many frames: a burst on a busy connection costs one system call.
    static let bufferSize = 256 * 1024
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)

    static let wakeupKey = Int(Int32.max)

    init(_ settings: Settings) throws {
        self.settings = settings
        poller = try Poller()
        wakeup = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard wakeup >= 0 else { throw SystemFailure("eventfd") }
        try poller.add(wakeup, key: Self.wakeupKey, writes: false)
    }

    deinit {
        for socket in sockets where socket.descriptor >= 0 { close(socket.descriptor) }
        close(wakeup)
        buffer.deallocate()
    }

    func start() { Thread.detachNewThread { self.run() } }

    func stop() async { await perform { $0.isStopped = true } }

    /// Runs `body` on the loop's thread.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (LoadLoop) -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            mailbox.withLock { $0.append { continuation.resume(returning: body($0)) } }
            var one: UInt64 = 1
            _ = write(wakeup, &one, 8)
        }
    }

    // MARK: On the thread

    private func run() {
        while !isStopped {
            let count = poller.wait(milliseconds: timeout())
            for index in 0..<count {
                let ready = poller[index]
                if ready.key == Self.wakeupKey { drainMailbox() } else { handle(ready) }
            }
            sendDue()
            readSlowly()
            flush()
        }
    }

    private func drainMailbox() {
        var count: UInt64 = 0
        _ = read(wakeup, &count, 8)
        let mailbox = mailbox.withLock { mailbox in
            defer { mailbox = [] }
            return mailbox
        }
        for job in mailbox { job(self) }
    }

    /// Milliseconds until the next send or slow read is due.
    private func timeout() -> Int32 {
        var due = slow.isEmpty ? Int64.max : slowDue
        if isSending { for socket in paced { due = min(due, socket.nextDue) } }
        guard due < .max else { return 1000 }
        return Int32(min(max(0, (due - MonotonicInstant.now + 999) / 1000), 1000))
    }

    // MARK: Sending

    /// Lets the sockets send as planned.
    func beginSending() {
        isSending = true
        let now = MonotonicInstant.now
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
            var now = MonotonicInstant.now
            while socket.nextDue <= now {
                // Timer granularity isn't the server's delay. Falling further behind is, so that latency counts from when the
                // send was due: otherwise a stalled server would hide its own delay.
                send(socket, at: now - socket.nextDue > 1500 ? socket.nextDue : now)
                socket.nextDue += interval
                now = MonotonicInstant.now
            }
        }
    }

    func send(_ socket: LoadSocket, at stamp: Int64 = MonotonicInstant.now) {
        guard socket.number < socket.plan.maxSends else { return }
        socket.number += 1
        socket.inFlight += 1
        if isMeasuring { counters.sent += 1 }
        socket.template.append(to: &socket.out, stamp: stamp, number: socket.number)
        scheduleFlush(socket)
    }

    func markRead(_ socket: LoadSocket) {
        socket.appendReadReceipt()
        scheduleFlush(socket)
    }

    // MARK: Measuring

    func beginMeasuring() {
        counters = LoadCounters()
        threadTimeBefore = MonotonicInstant.threadTime
        isMeasuring = true
    }

    func endMeasuring() -> LoadCounters {
        counters.threadTime = MonotonicInstant.threadTime - threadTimeBefore
        isMeasuring = false
        defer { counters = LoadCounters() }
        return counters
    }
}

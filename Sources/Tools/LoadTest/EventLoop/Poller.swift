import CEpoll
import Domain
import Glibc

/// Reports which of a thread's sockets are ready, using Linux's epoll. It is level-triggered: bytes that aren't read at
/// once are reported again.
///
/// SwiftNIO isn't used here: a channel costs a few microseconds per read, and the load tool shares the cores with the
/// server that it measures.
final class Poller {
    struct Ready {
        let key: Int
        let canWrite: Bool
        /// The server has ended or reset the connection. There may be bytes left to read.
        let hasEnded: Bool
    }

    private let descriptor: Int32
    private let events: UnsafeMutableBufferPointer<epoll_event>

    init(capacity: Int = 1024) throws {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw SystemFailure("epoll_create1") }
        events = .allocate(capacity: capacity)
        events.initialize(repeating: epoll_event())
    }

    deinit {
        close(descriptor)
        events.deallocate()
    }

    func add(_ socket: Int32, key: Int, writes: Bool) throws { try control(EPOLL_CTL_ADD, socket, key, writes) }
    func change(_ socket: Int32, key: Int, writes: Bool) throws { try control(EPOLL_CTL_MOD, socket, key, writes) }

    func remove(_ socket: Int32) { _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }

    private func control(_ operation: Int32, _ socket: Int32, _ key: Int, _ writes: Bool) throws {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | (writes ? EPOLLOUT.rawValue : 0)
        event.data.u64 = UInt64(key)
        guard epoll_ctl(descriptor, operation, socket, &event) == 0 else { throw SystemFailure("epoll_ctl") }
    }

    /// - Returns: the number of ready sockets; 0 also after a signal.
    func wait(milliseconds: Int32) -> Int {
        Int(max(0, epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds)))
    }

    subscript(index: Int) -> Ready {
        let event = events[index]
        let over = EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue
        return Ready(
            key: Int(event.data.u64),
            canWrite: event.events & EPOLLOUT.rawValue != 0,
            hasEnded: event.events & over != 0
        )
    }
}

/// A failed system call, with the system's message.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String

    init(_ call: String, _ code: Int32 = errno) { description = "\(call): \(String(cString: strerror(code)))" }
}

import CEpoll
import Domain
import Glibc

/// Tells which of a thread's sockets are ready, by Linux' epoll: level-triggered, so that nothing is lost that isn't
/// read at once.
///
/// A SwiftNIO channel costs a few microseconds per read; the load tool shares two cores with what it measures.
final class Poller {
    struct Ready {
        let key: Int
        let canWrite: Bool
        /// The peer has ended or reset the connection; there may be bytes left to read.
        let isOver: Bool
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

    /// - Returns: how many are ready; 0 as well where a signal came.
    func wait(milliseconds: Int32) -> Int {
        Int(max(0, epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds)))
    }

    subscript(index: Int) -> Ready {
        let event = events[index]
        let over = EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue
        return Ready(
            key: Int(event.data.u64),
            canWrite: event.events & EPOLLOUT.rawValue != 0,
            isOver: event.events & over != 0
        )
    }
}

/// A system call that failed, with the system's words for it.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String

    init(_ call: String, _ code: Int32 = errno) { description = "\(call): \(String(cString: strerror(code)))" }
}

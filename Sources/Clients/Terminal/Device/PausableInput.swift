import Foundation
import Synchronization

/// Standard input as byte blocks, with pauses in which another program reads the terminal.
final class PausableInput: Sendable {
    private let isPaused = Mutex(false)
    private let wake: (read: CInt, write: CInt)
    private let resumed = DispatchSemaphore(value: 0)
    private let stopped = DispatchSemaphore(value: 0)

    /// `nil` if the process has no file descriptors left.
    init?() {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        wake = (ends[0], ends[1])
    }

    /// - Parameter receive: called on a thread of its own with each block; an empty one at the end.
    func start(_ receive: @escaping @Sendable ([UInt8]) -> Void) {
        Thread { [self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                waitWhilePaused()
                var files = [
                    pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&files, 2, -1) >= 0 || errno == EINTR else { return receive([]) }
                if files[1].revents != 0 {
                    _ = read(wake.read, &buffer, 1)
                    continue
                }
                guard files[0].revents != 0 else { continue }
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count > 0 {
                    receive(Array(buffer[..<count]))
                } else if count == 0 || errno != EINTR && errno != EAGAIN {
                    return receive([])
                }
            }
        }.start()
    }

    /// Returns once nothing is read any more.
    func pause() {
        isPaused.withLock { $0 = true }
        var byte: UInt8 = 0
        _ = write(wake.write, &byte, 1)
        stopped.wait()
    }

    func resume() {
        isPaused.withLock { $0 = false }
        resumed.signal()
    }

    private func waitWhilePaused() {
        guard isPaused.withLock({ $0 }) else { return }
        stopped.signal()
        resumed.wait()
    }
}

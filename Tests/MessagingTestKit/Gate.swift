import Dispatch

/// Holds up a thread, such as the writer's, until it's opened.
struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func open() { semaphore.signal() }
}

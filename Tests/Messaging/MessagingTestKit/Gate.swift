import Dispatch

/// Blocks a thread, such as the writer's, until it's opened.
package struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func wait() { semaphore.wait() }
    package func open() { semaphore.signal() }
}

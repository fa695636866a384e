import Dispatch
import Foundation

/// Calls an action on Ctrl-C and `SIGTERM` instead of ending the process, so that a command can finish in order.
public final class InterruptHandler {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter action: called for each such signal, on its own queue.
    public init(_ action: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "spotter.interrupts")
        sources = [SIGINT, SIGTERM].map { number in
            // A dispatch source only sees signals that are otherwise ignored.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: action)
            source.resume()
            return source
        }
    }

    /// Restores the default: signals end the process again.
    public func stop() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}

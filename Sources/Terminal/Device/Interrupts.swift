import Dispatch
import Foundation

/// Turns Ctrl-C and `SIGTERM` into a call instead of the end of the process, so that a command can finish in order.
public final class Interrupts {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter action: called for each such signal, on a queue of its own.
    public init(_ action: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "spotter.interrupts")
        sources = [SIGINT, SIGTERM].map { number in
            // A source only sees what isn't handled otherwise.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: action)
            source.resume()
            return source
        }
    }

    /// Signals end the process again.
    public func stop() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}

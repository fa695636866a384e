import Domain
import Glibc
import Synchronization

/// The `Date` header of responses, formatted once a second.
final class HTTPDate: Sendable {
    private struct Formatted: Sendable {
        var second = time_t.min
        var text = ""
    }

    private let formatted = Mutex(Formatted())

    func now() -> String {
        let second = time(nil)
        return formatted.withLock { formatted in
            if formatted.second != second {
                let instant = Timestamp(milliseconds: Int64(second) * 1000)
                formatted = Formatted(second: second, text: instant.httpDate)
            }
            return formatted.text
        }
    }
}

import Glibc
import Synchronization

/// The `Date` of answers, worded once a second.
final class HTTPDate: Sendable {
    private struct Worded: Sendable {
        var second = time_t.min
        var text = ""
    }

    private let worded = Mutex(Worded())

    func now() -> String {
        let second = time(nil)
        return worded.withLock { worded in
            if worded.second != second { worded = Worded(second: second, text: Self.words(second)) }
            return worded.text
        }
    }

    /// As RFC 9110, section 5.6.7 has it: `Sun, 06 Nov 1994 08:49:37 GMT`.
    /// - Parameter second: since 1970.
    static func words(_ second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday) % 7]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon) % 12]) \(1900 + Int(parts.tm_year))"
        return "\(day), \(date) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}

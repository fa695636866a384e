import Domain
import Foundation
import Scheduling

/// Times and tokens as requests write them.
enum CalDAVTime {
    private static let prefix = "urn:spotter:sync:"

    static func token(_ token: CalendarSyncToken) -> String { "\(prefix)\(token.text)" }

    /// `nil` for what isn't a token of ours.
    static func token(_ text: String) -> CalendarSyncToken? {
        text.hasPrefix(prefix) ? CalendarSyncToken(String(text.dropFirst(prefix.count))) : nil
    }

    /// `20260312T000000Z`.
    static func text(_ instant: Timestamp) -> String {
        String(instant.description.prefix(19)).replacing("-", with: "").replacing(":", with: "") + "Z"
    }

    /// `nil` unless it is like `20260312T000000Z`.
    static func instant(_ text: String) -> Timestamp? {
        let digits = Array(text)
        guard digits.count == 16, digits[8] == "T", digits[15] == "Z" else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return Timestamp(
            rfc3339: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
        )
    }
}

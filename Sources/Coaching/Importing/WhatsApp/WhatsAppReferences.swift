import Crypto
import Domain
import Foundation

/// Generates message references: the same ones for the same file, and different ones for a text that was sent twice
/// within a minute.
///
/// Times are rounded to the minute, because not every phone exports seconds.
struct WhatsAppReferences {
    private var occurrences: [String: Int] = [:]

    mutating func next(localTime: Timestamp, sender: String, text: String) -> String {
        let key = "\(localTime.milliseconds / 60_000)\n\(sender)\n\(text)"
        let occurrence = occurrences[key, default: 0]
        occurrences[key] = occurrence + 1
        let digest = SHA256.hash(data: Data("\(occurrence)\n\(key)".utf8))
        return "wa-" + Hexadecimal.encode(digest.prefix(16))
    }
}

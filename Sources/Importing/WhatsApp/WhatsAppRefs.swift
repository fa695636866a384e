import Crypto
import Domain
import Foundation

/// Makes refs: the same again for the same file, different for what was said twice within a minute.
///
/// To the minute, because not every phone writes seconds.
struct WhatsAppRefs {
    private var occurrences: [String: Int] = [:]

    mutating func next(wall: Timestamp, sender: String, text: String) -> String {
        let key = "\(wall.milliseconds / 60_000)\n\(sender)\n\(text)"
        let occurrence = occurrences[key, default: 0]
        occurrences[key] = occurrence + 1
        let digest = SHA256.hash(data: Data("\(occurrence)\n\(key)".utf8))
        return "wa-" + Hexadecimal.encode(digest.prefix(16))
    }
}

import Foundation

/// Base64 for URLs (RFC 4648 §5), without padding when written.
///
/// ```swift
/// Base64URL.encode([0xFB, 0xFF])  // -_8
/// Base64URL.decode("-_8")  // [251, 255]
/// ```
public enum Base64URL {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }

    /// `nil` unless the text is Base64 of at most 1024 bytes. Accepts the standard alphabet and padding too, since
    /// browsers and libraries differ.
    public static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 1024 else { return nil }
        var plain = text.replacing("-", with: "+").replacing("_", with: "/").prefix { $0 != "=" }
        guard plain.count % 4 != 1 else { return nil }
        plain += String(repeating: "=", count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: String(plain)).map { [UInt8]($0) }
    }
}

import Foundation

/// Base64 for URLs (RFC 4648 §5), encoded without padding.
enum Base64URL {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
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

    /// Also accepts the standard alphabet and padding, because browsers and libraries differ. `nil` if the text is
    /// invalid or longer than 1024 bytes.
    static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 1024 else { return nil }
        var plain = text.replacing("-", with: "+").replacing("_", with: "/").prefix { $0 != "=" }
        guard plain.count % 4 != 1 else { return nil }
        plain += String(repeating: "=", count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: String(plain)).map { [UInt8]($0) }
    }
}

/// Unpredictable bytes, from the system's cryptographic generator.
enum RandomBytes {
    static func make(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
}

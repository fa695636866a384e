import Foundation

/// Base64 for addresses (RFC 4648 §5), written without padding.
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

    /// Total. Takes the usual alphabet and padding too, as browsers and libraries differ.
    static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 1024 else { return nil }
        var plain = text.replacing("-", with: "+").replacing("_", with: "/").prefix { $0 != "=" }
        guard plain.count % 4 != 1 else { return nil }
        plain += String(repeating: "=", count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: String(plain)).map { [UInt8]($0) }
    }
}

/// Bytes that nobody can guess: the system's generator is made for that.
enum RandomBytes {
    static func make(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
}

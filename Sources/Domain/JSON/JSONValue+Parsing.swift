import Foundation

extension JSONValue {
    /// The value of a JSON text, or `nil` if it isn't valid, is longer than `maxBytes` or nested deeper than `maxDepth`.
    public static func parse(_ text: String, maxBytes: Int = 1 << 20, maxDepth: Int = 64) -> JSONValue? {
        parse(Array(text.utf8), maxBytes: maxBytes, maxDepth: maxDepth)
    }

    /// The value of a JSON text, or `nil` if it isn't valid, is longer than `maxBytes` or nested deeper than `maxDepth`.
    public static func parse(_ bytes: [UInt8], maxBytes: Int = 1 << 20, maxDepth: Int = 64) -> JSONValue? {
        guard bytes.count <= maxBytes, isNested(bytes, atMost: maxDepth) else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }

    /// Whether brackets outside strings nest at most `maxDepth` deep. Checked before decoding, which recurses.
    private static func isNested(_ bytes: [UInt8], atMost maxDepth: Int) -> Bool {
        var depth = 0
        var inString = false
        var escaped = false
        for byte in bytes {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                inString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > maxDepth { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
            default:
                break
            }
        }
        return true
    }
}

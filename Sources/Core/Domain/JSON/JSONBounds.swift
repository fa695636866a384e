/// Bounds of a JSON text that is about to be decoded. Decoding recurses into each level and costs far more for each value
/// than for each byte.
public struct JSONBounds: Sendable {
    public let maxDepth: Int
    public let maxElements: Int
    public let maxStringBytes: Int

    /// - Parameters:
    ///   - maxDepth: of arrays and objects within each other.
    ///   - maxElements: of values in all arrays and objects together.
    ///   - maxStringBytes: of each string, as it is written, with escapes.
    public init(maxDepth: Int, maxElements: Int, maxStringBytes: Int = .max) {
        self.maxDepth = maxDepth
        self.maxElements = maxElements
        self.maxStringBytes = maxStringBytes
    }

    /// Whether a text keeps the bounds.
    public func admit(_ bytes: some Sequence<UInt8>) -> Bool { elements(of: bytes) != nil }

    /// How many values a text has in all arrays and objects together; `nil` if it doesn't keep the bounds. One pass that
    /// doesn't check whether the text is valid.
    public func elements(of bytes: some Sequence<UInt8>) -> Int? {
        var depth = 0
        var elements = 0
        var stringBytes = 0
        var inString = false
        var escaped = false
        for byte in bytes {
            if inString {
                stringBytes += 1
                if stringBytes > maxStringBytes, byte != UInt8(ascii: "\"") || escaped { return nil }
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
                stringBytes = 0
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                elements += 1
                if depth > maxDepth || elements > maxElements { return nil }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
            case UInt8(ascii: ","):
                elements += 1
                if elements > maxElements { return nil }
            default:
                break
            }
        }
        return elements
    }
}

/// Reads the main advice out of a JSON object while a model still writes it.
///
/// What it gives doesn't depend on how the text is cut into deltas. A text that isn't such an object gives nothing here;
/// ``AdviceReading`` reads it when it is whole.
struct AdviceStream: Sendable {
    /// A model that writes more isn't listened to.
    static let maxLength = 200_000
    /// Under these names the text is shown as it comes. Others count only at the end.
    private static let names: Set<String> = ["advice", "main_advice", "mainAdvice"]

    /// All that the model wrote.
    private(set) var raw = ""
    /// Whether the main advice has begun.
    private(set) var hasBegun = false
    private var length = 0
    private var state = State.opening
    private var depth = 0
    private var key = ""
    private var escape = Escape.none
    /// The first half of a character that JSON writes as two.
    private var highSurrogate: UInt32?

    private enum State {
        /// Before the object: space, or a fence such as ```` ```json ````.
        case opening
        case fence
        /// Between members, where a key may begin.
        case key
        case inKey
        /// After a key, before its value.
        case value
        /// In a value that isn't shown.
        case skipping
        case skippingText
        /// In the main advice.
        case showing
        case over
    }

    private enum Escape {
        case none
        case begun
        /// So many digits of `\u….` have come.
        case digits(UInt32, count: Int)
    }

    var isFull: Bool { length >= Self.maxLength }

    /// - Returns: what can be shown now.
    mutating func feed(_ delta: String) -> String {
        guard !isFull else { return "" }
        raw += delta
        length += delta.unicodeScalars.count
        var shown = String.UnicodeScalarView()
        for scalar in delta.unicodeScalars { take(scalar, &shown) }
        return String(shown)
    }

    private mutating func take(_ scalar: Unicode.Scalar, _ shown: inout String.UnicodeScalarView) {
        switch state {
        case .opening:
            switch scalar {
            case "{": (state, depth) = (.key, 1)
            case "`": state = .fence
            default: if !scalar.properties.isWhitespace, scalar != "\u{FEFF}" { state = .over }
            }
        case .fence:
            if scalar == "{" { (state, depth) = (.key, 1) }
        case .key:
            if scalar == "\"" {
                key = ""
                state = .inKey
            } else if scalar == "}" {
                state = .over
            }
        case .inKey:
            if let text = decoded(scalar) {
                key.unicodeScalars.append(contentsOf: text)
            } else if isClosed(scalar) {
                state = .value
            }
        case .value:
            if scalar == "\"" {
                let isMain = !hasBegun && Self.names.contains(key)
                if isMain { hasBegun = true }
                state = isMain ? .showing : .skippingText
            } else if scalar != ":", !scalar.properties.isWhitespace {
                state = .skipping
                skip(scalar)
            }
        case .skipping: skip(scalar)
        case .skippingText:
            if decoded(scalar) == nil, isClosed(scalar) { state = depth > 1 ? .skipping : .key }
        case .showing:
            if let text = decoded(scalar) { shown.append(contentsOf: text) } else if isClosed(scalar) { state = .key }
        case .over: break
        }
    }

    /// A number, a word, or the inside of an object or a list.
    private mutating func skip(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "{", "[": depth += 1
        case "}", "]":
            depth -= 1
            if depth <= 0 { state = .over } else if depth == 1 { state = .key }
        case ",": if depth == 1 { state = .key }
        case "\"": state = .skippingText
        default: break
        }
    }

    // MARK: Texts

    private func isClosed(_ scalar: Unicode.Scalar) -> Bool {
        if case .none = escape { scalar == "\"" } else { false }
    }

    /// The characters that a scalar of a JSON text completes; `nil` for a part of an escape and for the end of the text.
    private mutating func decoded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch escape {
        case .none:
            if scalar == "\\" {
                escape = .begun
                return nil
            }
            return scalar == "\"" ? nil : withoutHalf([scalar])
        case .begun:
            if scalar == "u" {
                escape = .digits(0, count: 0)
                return nil
            }
            escape = .none
            return withoutHalf([Self.escaped(scalar)])
        case .digits(let value, let count):
            guard let digit = Int(String(scalar), radix: 16) else {
                escape = .none
                return scalar == "\"" ? nil : withoutHalf(["\u{FFFD}"])
            }
            let value = value * 16 + UInt32(digit)
            guard count == 3 else {
                escape = .digits(value, count: count + 1)
                return nil
            }
            escape = .none
            return unit(value)
        }
    }

    /// A half that isn't followed by the other one is no character.
    private mutating func withoutHalf(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        defer { highSurrogate = nil }
        return highSurrogate == nil ? scalars : ["\u{FFFD}"] + scalars
    }

    private mutating func unit(_ value: UInt32) -> [Unicode.Scalar]? {
        switch value {
        case 0xD800..<0xDC00:
            let before = highSurrogate
            highSurrogate = value
            return before == nil ? nil : ["\u{FFFD}"]
        case 0xDC00..<0xE000:
            guard let high = highSurrogate else { return ["\u{FFFD}"] }
            highSurrogate = nil
            return [Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (value - 0xDC00)) ?? "\u{FFFD}"]
        default: return withoutHalf([Unicode.Scalar(value) ?? "\u{FFFD}"])
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "n": "\n"
        case "t": "\t"
        case "r": "\r"
        case "b": "\u{8}"
        case "f": "\u{C}"
        default: scalar
        }
    }
}

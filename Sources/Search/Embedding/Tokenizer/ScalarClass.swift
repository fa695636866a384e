/// How BERT's cleaning treats a scalar.
enum ScalarClass {
    /// Control, format and private-use scalars, NUL and U+FFFD disappear.
    case dropped
    case space
    /// A word by itself, as if spaces were around it.
    case ideograph
    case other

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x21...0x7E: self = .other
        case 0x09, 0x0A, 0x0D, 0x20: self = .space
        case 0x00...0x1F, 0x7F...0x9F, 0xFFFD: self = .dropped
        default: self.init(beyondASCII: scalar)
        }
    }

    private init(beyondASCII scalar: Unicode.Scalar) {
        if scalar.isControlInUnicode8 {
            self = .dropped
        } else if scalar.properties.isWhitespace {
            self = .space
        } else {
            self = scalar.isBERTIdeograph ? .ideograph : .other
        }
    }
}

extension Unicode.Scalar {
    /// The blocks that the reference tokenizer calls Chinese characters (U+2B820–2B91F is not among them).
    fileprivate var isBERTIdeograph: Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2B73F, 0x2B740...0x2B81F,
            0x2B920...0x2CEAF, 0xF900...0xFAFF, 0x2F800...0x2FA1F:
            true
        default: false
        }
    }
}

/// What BERT's cleaning does with a scalar.
enum ScalarClass {
    /// Control, format and private-use scalars, NUL and U+FFFD disappear.
    case dropped
    case space
    /// An ideograph stands alone, as if spaces were around it.
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
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse: self = .dropped
        default:
            if scalar.properties.isWhitespace {
                self = .space
            } else {
                self = scalar.isBERTIdeograph ? .ideograph : .other
            }
        }
    }
}

extension Unicode.Scalar {
    /// The blocks that BERT calls Chinese characters.
    fileprivate var isBERTIdeograph: Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2B73F, 0x2B740...0x2B81F,
            0x2B820...0x2CEAF, 0xF900...0xFAFF, 0x2F800...0x2FA1F:
            true
        default: false
        }
    }

    /// ASCII symbols count as punctuation too (`$`, `^`, `` ` ``…), as in BERT.
    var isBERTPunctuation: Bool {
        switch value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: return true
        case 0...0x7F: return false
        default: break
        }
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return true
        default: return false
        }
    }
}

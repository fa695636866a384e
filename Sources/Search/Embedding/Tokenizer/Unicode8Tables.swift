/// Character classes of Unicode 8.0, whose tables the reference tokenizer carries. Scalars that were assigned later count
/// as unassigned and stay in their word. The few that were reclassified since are listed.
extension Unicode.Scalar {
    /// Control, format and private use.
    var isControlInUnicode8: Bool {
        switch properties.generalCategory {
        case .control, .privateUse: true
        case .format: isAssignedInUnicode8
        default: false
        }
    }

    /// Combining accents and other marks of category Mn.
    var isNonspacingMarkInUnicode8: Bool {
        switch value {
        case 0x1734, 0x1171E: true
        case 0x1885, 0x1886, 0xA9BD, 0x111C9: false
        default: properties.generalCategory == .nonspacingMark && isAssignedInUnicode8
        }
    }

    /// Any category P, and the ASCII symbols that BERT adds to it (`$`, `^`, `` ` ``…).
    var isBERTPunctuation: Bool {
        switch value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: return true
        case 0...0x7F: return false
        case 0x166D, 0x111C9: return true
        default: break
        }
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return isAssignedInUnicode8
        default: return false
        }
    }

    private var isAssignedInUnicode8: Bool {
        guard let age = properties.age else { return false }
        return age.major <= 8
    }
}

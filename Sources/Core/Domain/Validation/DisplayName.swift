/// Rules for names that others see: nobody can have a name that can't be seen, that changes the text around it, or that
/// passes for somebody else's.
enum DisplayName {
    static let maxMarks = 4

    /// What is wrong with a trimmed name of allowed length; `nil` if nothing is.
    /// - Returns: the end of a sentence that begins with what the name is of.
    static func problem(of name: String) -> String? {
        let scalars = Array(name.unicodeScalars)
        if scalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "can't hold line breaks or control characters."
        }
        if scalars.indices.contains(where: { isInvisible(at: $0, in: scalars) }) {
            return "can't hold characters that are invisible or change the direction of text."
        }
        if !scalars.contains(where: isVisible) { return "needs a letter, a number or a symbol." }
        if hasPile(of: scalars) { return "can't hold more than \(maxMarks) marks on one character." }
        if mixesScripts(scalars) { return "can't mix Latin, Cyrillic and Greek letters within a word." }
        return nil
    }

    // MARK: Characters that can't be seen

    private static func isInvisible(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let scalar = scalars[index]
        switch scalar.properties.generalCategory {
        case .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return true
        case .spaceSeparator: return ![0x20, 0xA0, 0x3000].contains(scalar.value)
        default: break
        }
        // The empty Braille pattern is a symbol without a mark.
        if scalar.value == 0x2800 { return true }
        guard scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format else {
            return false
        }
        guard index > 0 else { return true }
        let before = scalars[index - 1]
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        switch scalar.value {
        // How an emoji or a number is drawn.
        case 0xFE0E, 0xFE0F: return !(isPicture(before) || before.properties.isEmoji && after?.value == 0x20E3)
        // Joins emoji; joins or parts letters of scripts that are written so.
        case 0x200D where after.map(isPicture) == true: return !(isPicture(before) || before.value == 0xFE0F)
        case 0x200C, 0x200D: return !(isJoining(before) && after.map(isJoining) == true)
        default: return true
        }
    }

    /// An emoji that isn't a digit or a sign as well.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && scalar.value > 0xFF
    }

    /// Arabic to Burmese, whose spelling needs joiners.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0600...0x109F, 0x1780...0x17FF, 0xFB50...0xFDFF, 0xFE70...0xFEFE: true
        default: false
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    private static func hasPile(of scalars: [Unicode.Scalar]) -> Bool {
        var marks = 0
        for scalar in scalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark: marks += 1
            default: marks = 0
            }
            if marks > maxMarks { return true }
        }
        return false
    }

    // MARK: Letters that look like others

    private enum Script { case latin, cyrillic, greek }

    private static func mixesScripts(_ scalars: [Unicode.Scalar]) -> Bool {
        var script: Script?
        for scalar in scalars {
            guard scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark else {
                script = nil
                continue
            }
            guard let own = self.script(of: scalar) else { continue }
            if let script, script != own { return true }
            script = own
        }
        return false
    }

    private static func script(of scalar: Unicode.Scalar) -> Script? {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF, 0xFF21...0xFF5A:
            .latin
        case 0x0370...0x03FF, 0x1F00...0x1FFF: .greek
        case 0x0400...0x052F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        default: nil
        }
    }
}

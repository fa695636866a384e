import Foundation

/// Rules for names that others see: nobody can have a name that can't be seen, that changes the text around it, or that
/// passes for somebody else's.
enum DisplayName {
    static let maxMarks = 4

    /// What the server calls itself and what is nobody's, as `LookAlikes.fold` spells it.
    private static let reserved: Set = ["spotter", "system", "assistant", "automatic reply", "deleted user"]

    /// The one form of a name: with single spaces, and in plain letters instead of those in full width or of mathematics,
    /// which mean the same.
    static func canonical(_ name: String) -> String {
        var form = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0x20, 0xA0, 0x3000: if form.last?.value != 0x20 { form.append(" ") }
            case 0xFF01...0xFF5E, 0x1D400...0x1D7FF:
                form.append(contentsOf: String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars)
            default: form.append(scalar)
            }
        }
        return String(form)
    }

    /// Whether a name passes for the server's own, in whatever script.
    static func isReserved(_ name: String) -> Bool {
        let fold = LookAlikes.fold(name)
        let words = fold.split { !$0.isLetter }.joined(separator: " ")
        return reserved.contains(words) || words.hasPrefix("spotter ")
    }

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
        if mixesScripts(scalars) {
            return "can't mix Latin letters with those of another script that look like them within a word."
        }
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

    private enum Script { case latin, cyrillic, greek, other }

    /// Whether a word has letters of two scripts of which one may be taken for the other.
    static func mixesScripts(_ scalars: [Unicode.Scalar]) -> Bool {
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

    /// `nil` for letters that look like none of another script.
    private static func script(of scalar: Unicode.Scalar) -> Script? {
        if LookAlikes.isLatin(scalar) { return .latin }
        switch scalar.value {
        case 0x0370...0x03FF, 0x1F00...0x1FFF: return .greek
        case 0x0400...0x052F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: return .cyrillic
        default: return LookAlikes.isForeign(scalar) ? .other : nil
        }
    }
}

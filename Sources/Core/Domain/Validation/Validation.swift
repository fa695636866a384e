/// Limits of what people may enter. Each check throws `invalid_request` with a message that says what to do.
///
/// ```swift
/// try Validation.email(" Alex@Example.com")  // alex@example.com
/// ```
public enum Validation {
    public static let displayNameLength = 1...50
    public static let textLength = 1...10_000
    public static let passwordLength = 6...1024
    public static let groupSize = 3...1000

    /// - Parameters:
    ///   - what: the name of the field in the message of the error.
    ///   - mayBeOurs: whether it may be one of the server's own words, as the name of something that nobody takes for a
    ///     person may.
    /// - Returns: the text, trimmed, with single spaces, in plain letters.
    /// - Throws: `invalid_request` if it has no or more than 50 characters or 200 bytes, holds characters that can't be
    ///   seen, mixes scripts within a word, or passes for the server.
    public static func displayName(
        _ text: String,
        what: String = "displayName",
        mayBeOurs: Bool = false
    ) throws(SpotterError) -> String {
        guard text.utf8.count <= 4 * TextLength(displayNameLength).maxBytes else {
            throw .invalid("Give a \(what) of 1 to 50 characters; this one is far longer.")
        }
        let name = DisplayName.canonical(text.trimmed)
        guard TextLength(displayNameLength).admits(name) else {
            throw .invalid("Give a \(what) of 1 to 50 characters; this one has \(name.count).")
        }
        if let problem = DisplayName.problem(of: name) { throw .invalid("A \(what) \(problem)") }
        guard mayBeOurs || !DisplayName.isReserved(name) else {
            throw .invalid("This \(what) looks like the server's own, such as Spotter or System; choose another.")
        }
        return name
    }

    /// - Returns: the address in the one form in which it is stored; see `EmailAddress`.
    /// - Throws: `invalid_request` if it doesn't look like an address.
    public static func email(_ text: String) throws(SpotterError) -> String {
        guard let email = EmailAddress.normalized(text) else {
            throw .invalid("Please enter a valid email address, such as alex@example.com.")
        }
        guard EmailAddress.isPlain(email) else {
            throw .invalid(
                "Please enter the email address in plain letters of one script, without brackets, commas and quotes."
            )
        }
        return email
    }

    /// - Throws: `invalid_request` if it has fewer than 6 or more than 1024 characters.
    public static func password(_ secret: Secret) throws(SpotterError) {
        guard TextLength(passwordLength).admits(secret.reveal()) else {
            throw .invalid("A password needs 6 to 1024 characters.")
        }
    }

    /// - Parameter mayBeEmpty: whether the text may be left out, as it may if the message has files.
    /// - Throws: `invalid_request` if nothing of it can be seen, or if it is too long or holds NUL.
    public static func messageText(_ text: String, mayBeEmpty: Bool = false) throws(SpotterError) -> String {
        guard mayBeEmpty || text.showsSomething else {
            throw .invalid("A message needs a text of 1 to 10 000 characters, of which one can be seen.")
        }
        // One character can be any number of bytes, so both are bounded. There are never more characters than bytes, and
        // counting bytes takes constant time.
        let bytes = text.utf8.count
        guard bytes <= textLength.upperBound || TextLength(0...textLength.upperBound).admits(text) else {
            throw .invalid("A message holds at most 10 000 characters; split this one.")
        }
        // SQLite ends a text at NUL: the rest would be acknowledged and lost.
        guard !text.containsByte(0) else { throw .invalid("A message can't hold the character NUL; leave it out.") }
        return text
    }

    /// - Returns: the emoji, in the form that is drawn in colour.
    /// - Throws: `invalid_request` if the text is anything but one emoji.
    public static func emoji(_ text: String) throws(SpotterError) -> String {
        guard let emoji = Emoji.normalized(text) else {
            throw .invalid("A reaction is one emoji, such as 👍 ❤️ 😂 😮 😢 🙏 🎉 🔥.")
        }
        return emoji
    }

    /// - Throws: `invalid_request` unless it is 1 to 128 bytes without control characters.
    public static func clientMessageId(_ text: String) throws(SpotterError) -> String {
        guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x20 }) else {
            throw .invalid("clientMessageId must be 1 to 128 bytes without control characters; a UUID is best.")
        }
        return text
    }
}

extension String {
    /// Whether it has a character that can be seen: not only spaces, joiners, marks of direction and fillers. A text that
    /// begins with a printable ASCII character has one, whatever follows it.
    public var showsSomething: Bool {
        if let first = utf8.first, (0x21...0x7E).contains(first) { return true }
        return unicodeScalars.contains(where: Self.isVisible)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        // The empty Braille pattern, and what stands for a file that isn't there.
        guard ![0x2800, 0xFFFC].contains(scalar.value), !scalar.properties.isDefaultIgnorableCodePoint else {
            return false
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: false
        default: true
        }
    }

    /// The text without white space at its ends.
    public var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

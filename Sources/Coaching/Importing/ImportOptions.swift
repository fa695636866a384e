public import Domain

/// The format of the imported file.
public enum ImportFormat: String, Sendable, Codable, CaseIterable {
    /// Spotter's own format: one JSON object per line.
    case jsonl
    /// The text file of WhatsApp's "Export chat", or the zip archive of it with its files.
    case whatsapp

    /// The format that a file has by its beginning: a chat begins with a date or is in an archive.
    static func guess(_ bytes: [UInt8]) -> ImportFormat {
        if ZipArchive.isArchive(bytes) { return .whatsapp }
        let start = String(decoding: ChatText.utf8(Array(bytes.prefix(512))), as: UTF8.self)
        let first = start.unicodeScalars.first { scalar in
            !scalar.isDirectionMark && !scalar.properties.isWhitespace && scalar != "[" && scalar != "［"
        }
        return first?.decimalDigit != nil ? .whatsapp : .jsonl
    }
}

/// The options of an import.
public struct ImportOptions: Sendable, Hashable {
    /// `nil` to tell it from the file.
    public var format: ImportFormat?
    /// Perform the import and then roll it back.
    public var isDryRun: Bool
    /// Invite people who have no account, and keep their messages for them until they register by their code.
    public var invitesMissing: Bool
    /// Only for `whatsapp`.
    public var whatsApp: WhatsAppOptions

    public init(
        format: ImportFormat? = nil,
        isDryRun: Bool = false,
        invitesMissing: Bool = false,
        whatsApp: WhatsAppOptions = .init()
    ) {
        self.format = format
        self.isDryRun = isDryRun
        self.invitesMissing = invitesMissing
        self.whatsApp = whatsApp
    }
}

/// Information that a WhatsApp export lacks.
public struct WhatsAppOptions: Sendable, Hashable {
    /// A name in the export and the account that it belongs to.
    public struct Member: Sendable, Hashable {
        public let name: String
        public let email: String

        public init(name: String, email: String) {
            self.name = name
            self.email = email
        }

        /// Parses `Alex Rivera=alex@example.com`; `nil` if either side is missing.
        public init?(_ text: String) {
            guard let equals = text.lastIndex(of: "=") else { return nil }
            let (name, email) = (String(text[..<equals]).trimmed, String(text[text.index(after: equals)...]).trimmed)
            guard !name.isEmpty, !email.isEmpty else { return nil }
            self.init(name: name, email: email)
        }
    }

    public var members: [Member]
    /// IANA name of the exporting phone's time zone.
    public var timezone: String?
    /// Names in the export whose messages are left out.
    public var skip: [String]
    /// How dates are read; `nil` to find it out from the file.
    public var dates: DateOrder?
    /// Determines the order of day and month, such as `en-US`, if the file leaves it open.
    public var locale: String?
    /// The group's name; `nil` for a direct chat.
    public var chatName: String?
    /// The chat's members are those of `members` who wrote in it; for several chats with one list of people.
    public var onlyWriters: Bool

    public init(
        members: [Member] = [],
        skip: [String] = [],
        timezone: String? = nil,
        dates: DateOrder? = nil,
        locale: String? = nil,
        chatName: String? = nil,
        onlyWriters: Bool = false
    ) {
        self.members = members
        self.skip = skip
        self.dates = dates
        self.timezone = timezone
        self.locale = locale
        self.chatName = chatName
        self.onlyWriters = onlyWriters
    }
}

extension WhatsAppOptions {
    /// The name that WhatsApp gave a chat, from that of its file without the extension; `nil` if it says none.
    public static func chatName(ofFile name: String) -> String? { PlaceholderWords.rest(of: name) }

    /// The text of a chat, whatever its encoding.
    public static func text(of bytes: [UInt8]) -> String { String(decoding: ChatText.utf8(bytes), as: UTF8.self) }
}

/// The options as query parameters of `POST /v1/admin/import`.
extension ImportOptions {
    /// - Throws: `invalid_request`, naming the parameter.
    public init(query: [(name: String, value: String)]) throws(SpotterError) {
        self.init()
        for (name, value) in query {
            switch name {
            case "format":
                guard let format = ImportFormat(rawValue: value) else {
                    throw .invalid("The query parameter 'format' must be jsonl or whatsapp.")
                }
                self.format = format
            case "dryRun": isDryRun = try Self.flag(name, value)
            case "inviteMissing": invitesMissing = try Self.flag(name, value)
            case "onlyWriters": whatsApp.onlyWriters = try Self.flag(name, value)
            case "member":
                guard let member = WhatsAppOptions.Member(value) else {
                    throw .invalid("The query parameter 'member' must be like 'Alex Rivera=alex@example.com'.")
                }
                whatsApp.members.append(member)
            case "skip": whatsApp.skip.append(value)
            case "dates":
                guard let dates = DateOrder(rawValue: value) else {
                    throw .invalid("The query parameter 'dates' must be dmy, mdy or ymd.")
                }
                whatsApp.dates = dates
            case "timezone": whatsApp.timezone = value
            case "locale": whatsApp.locale = value
            case "chatName": whatsApp.chatName = value
            default: throw .invalid("There is no query parameter '\(name.prefix(64))' here.")
            }
        }
    }

    private static func flag(_ name: String, _ value: String) throws(SpotterError) -> Bool {
        guard let flag = Bool(value) else { throw .invalid("The query parameter '\(name)' must be true or false.") }
        return flag
    }

    /// The query parameters for these options, not percent-encoded.
    public var query: [(name: String, value: String)] {
        var query = [
            ("dryRun", "\(isDryRun)"), ("inviteMissing", "\(invitesMissing)"),
            ("onlyWriters", "\(whatsApp.onlyWriters)"),
        ]
        if let format { query.append(("format", format.rawValue)) }
        query += whatsApp.members.map { ("member", "\($0.name)=\($0.email)") }
        query += whatsApp.skip.map { ("skip", $0) }
        if let dates = whatsApp.dates { query.append(("dates", dates.rawValue)) }
        query += [("timezone", whatsApp.timezone), ("locale", whatsApp.locale), ("chatName", whatsApp.chatName)]
            .compactMap { name, value in value.map { (name, $0) } }
        return query.map { (name: $0.0, value: $0.1) }
    }
}

import Domain
import Foundation
import SpotterAPI

/// Converts the export of one chat to import lines: the chat, then its messages.
///
/// A message's reference is a hash of time, sender and text. Importing the same chat again, even from another member's
/// phone in the same time zone, therefore adds only new messages.
struct WhatsAppImport {
    private(set) var lines: [ImportLine] = []
    private(set) var skipped = ImportReport.Skipped()
    private(set) var notes: [String] = []
    private let files: Set<String>?
    private var refs = WhatsAppReferences()
    /// The lines whose files aren't there.
    private var missing: [Int] = []
    private static let chat = "whatsapp"

    /// - Parameters:
    ///   - bytes: the export's text.
    ///   - files: the names of the export's files; `nil` if there are none.
    ///   - now: no date of the chat is later.
    /// - Throws: `ImportFailure` if it can't be understood, or holds more than is allowed.
    init(
        _ bytes: [UInt8],
        _ options: WhatsAppOptions,
        files: Set<String>? = nil,
        limits: ImportLimits = .folder,
        now: Timestamp = .latest
    ) throws {
        self.files = files
        let zone = try Self.zone(options.timezone)
        var members = try WhatsAppMembers(options)
        var chat = try WhatsAppChat(bytes, options, files: files, limits: limits, now: now, members)
        if options.onlyWriters { members.keepOnly(chat.senders) }
        lines = [ImportLine(number: 1, record: .chat(try members.chat(Self.chat, named: options.chatName)))]
        if let note = chat.excerptsNote { notes.append(note) }

        var clock = LocalTimeConverter(zone: zone)
        var unknown: [String: Int] = [:]
        let order = chat.reading.order
        while let (entry, content) = chat.next() {
            switch content {
            case .media:
                skipped.media += 1
                missing.append(entry.line)
            case .notice: skipped.system += 1
            case .message(let name, let text, let hasMedia, let found):
                if members.isSkipped(name) {
                    skipped.people += 1
                    continue
                }
                if hasMedia {
                    skipped.media += 1
                    missing.append(entry.line)
                }
                guard let email = members.emails[name.lowercased()] else {
                    unknown[name] = unknown[name] ?? entry.line
                    continue
                }
                let localTime = try Self.localTime(entry, order)
                add(text, found, from: email, at: localTime, clock.instant(of: localTime), line: entry.line)
            }
        }
        try Self.rejectUnknownSenders(unknown)
        if files != nil, !missing.isEmpty {
            let listed = missing.prefix(10).map(String.init).joined(separator: ", ")
            let more = missing.count > 10 ? ", …" : ""
            notes.append("\(missing.count) pictures or files aren't there (line \(listed)\(more))")
        }
    }

    private mutating func add(
        _ text: String,
        _ found: [String],
        from email: String,
        at localTime: Timestamp,
        _ sentAt: Timestamp,
        line: Int
    ) {
        var parts = Self.split(text)
        if parts.count > 1 { notes.append("the message on line \(line) was split into \(parts.count)") }
        if parts.isEmpty, !found.isEmpty { parts = [""] }
        for (index, part) in parts.enumerated() {
            // A text is the same message whether its files are there or not.
            let key = part.isEmpty ? found.joined(separator: "\n") : part
            let message = MessageRecord(
                chat: Self.chat,
                ref: refs.next(localTime: localTime, sender: email, text: key),
                sender: email,
                sentAt: sentAt,
                text: part,
                files: index == 0 ? found : []
            )
            lines.append(ImportLine(number: line, record: .message(message)))
        }
    }

    private static func rejectUnknownSenders(_ unknown: [String: Int]) throws {
        let names = unknown.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        guard let first = names.first else { return }
        let listed = names.prefix(20).map { "'\($0.key)'" }.joined(separator: ", ")
        throw ImportFailure(
            line: first.value,
            "nobody was named for \(listed); add a member such as \"\(first.key)=their e-mail address\", or "
                + "leave somebody out (--skip \"\(first.key)\")"
        )
    }

    private static func zone(_ name: String?) throws -> TimeZone {
        guard let name else {
            throw ImportFailure(
                line: nil,
                "an export doesn't say its time zone; give that of the phone, such as America/New_York"
            )
        }
        guard let zone = TimeZone(identifier: name.trimmed) else {
            throw ImportFailure(line: nil, "'\(name.prefix(64))' is not a time zone; give an IANA name")
        }
        return zone
    }

    /// The local time of the phone, as if it were UTC.
    private static func localTime(_ entry: WhatsAppEntry, _ order: DateOrder) throws -> Timestamp {
        guard let seconds = entry.localTime else {
            let written = entry.header.date.map(String.init).joined(separator: "/")
            throw ImportFailure(
                line: entry.line,
                "\(written) is not a date when it's read as \(order.description)"
            )
        }
        return Timestamp(milliseconds: seconds * 1000)
    }

    /// WhatsApp allows longer messages than Spotter, so long ones are split.
    private static func split(_ text: String) -> [String] {
        let maxLength = Validation.textLength.upperBound
        var parts: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            let part = rest.prefix(maxLength)
            rest = rest.dropFirst(maxLength)
            if !String(part).trimmed.isEmpty { parts.append(String(part)) }
        }
        return parts
    }
}

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
    private static let chat = "whatsapp"

    init(_ bytes: [UInt8], _ options: WhatsAppOptions) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let isArchive = bytes.starts(with: Array("PK".utf8))
            throw ImportFailure(
                line: nil,
                isArchive ? "this is a zip archive; unpack it and give the .txt inside" : "this is not UTF-8 text"
            )
        }
        let members = try WhatsAppMembers(options)
        let zone = try Self.zone(options.timezone)
        let entries = try WhatsAppEntry.read(text)
        let order = try DateOrder.detect(in: entries, locale: options.locale)
        lines = [ImportLine(number: 1, record: .chat(try members.chat(Self.chat, named: options.chatName)))]

        var refs = WhatsAppReferences()
        var clock = LocalTimeConverter(zone: zone)
        var unknown: [String: Int] = [:]
        for entry in entries {
            switch WhatsAppContent(entry.content, isKnown: { members.emails[$0.lowercased()] != nil }) {
            case .media: skipped.media += 1
            case .notice: skipped.system += 1
            case .message(let name, let text, let hasMedia):
                if hasMedia { skipped.media += 1 }
                guard let email = members.emails[name.lowercased()] else {
                    unknown[name] = unknown[name] ?? entry.line
                    continue
                }
                let localTime = try Self.localTime(entry, order)
                let sentAt = clock.instant(of: localTime)
                let parts = Self.split(text)
                if parts.count > 1 { notes.append("the message on line \(entry.line) was split into \(parts.count)") }
                for part in parts {
                    let message = MessageRecord(
                        chat: Self.chat,
                        ref: refs.next(localTime: localTime, sender: email, text: part),
                        sender: email,
                        sentAt: sentAt,
                        text: part
                    )
                    lines.append(ImportLine(number: entry.line, record: .message(message)))
                }
            }
        }
        try Self.rejectUnknownSenders(unknown)
    }

    private static func rejectUnknownSenders(_ unknown: [String: Int]) throws {
        let names = unknown.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        guard let first = names.first else { return }
        let listed = names.prefix(20).map { "'\($0.key)'" }.joined(separator: ", ")
        throw ImportFailure(
            line: first.value,
            "nobody was named for \(listed); add a member such as \"\(first.key)=their e-mail address\""
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
        let header = entry.header
        let pad = { (value: Int, width: Int) in
            String(repeating: "0", count: max(0, width - "\(value)".count)) + "\(value)"
        }
        guard let date = order.calendarDate(header),
            let localTime = Timestamp(
                rfc3339: "\(pad(date.year, 4))-\(pad(date.month, 2))-\(pad(date.day, 2))T"
                    + "\(pad(header.hour, 2)):\(pad(header.minute, 2)):\(pad(header.second, 2))Z"
            )
        else {
            let written = header.date.map(String.init).joined(separator: "/")
            let order = order == .dayFirst ? "day/month/year" : "month/day/year"
            throw ImportFailure(line: entry.line, "\(written) is not a date when it's read as \(order)")
        }
        return localTime
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

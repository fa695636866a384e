public import Domain
public import SpotterAPI

extension Importer {
    /// What a file holds, before anything is written or anybody is named: its people, its days, and some of its lines.
    ///
    /// - Returns: `nil` if the file isn't an export of a chat.
    /// - Throws: `ImportFailure` if it can't be understood, or holds more than is allowed.
    public static func preview(
        _ bytes: [UInt8],
        _ options: ImportOptions,
        now: Timestamp,
        limits: ImportLimits = .folder
    ) throws -> ImportPreview? {
        guard let file = try ChatFile(bytes, options, limits) else { return nil }
        return try ImportPreview(file, options.whatsApp, limits, now)
    }
}

extension ImportPreview {
    init(_ file: ChatFile, _ options: WhatsAppOptions, _ limits: ImportLimits, _ now: Timestamp) throws {
        let members = try WhatsAppMembers(options)
        var chat = try WhatsAppChat(file.text, options, files: file.names, limits: limits, now: now, members)
        self.init(dates: chat.reading.order.rawValue)
        remarks = [chat.excerptsNote].compactMap { $0 }
        var counts: [String: Int] = [:]
        var (read, first, last) = (0, Int64.max, Int64.min)
        let (total, wanted) = (chat.count, 5)
        while let (entry, content) = chat.next() {
            read += 1
            if let time = entry.localTime { (first, last) = (min(first, time), max(last, time)) }
            switch content {
            case .media: media += 1
            case .notice:
                notices += 1
                if noticeSamples.count < 3 { noticeSamples.append(Self.line(entry.content)) }
            case .message(let name, let text, let hasMedia, let files):
                counts[name, default: 0] += 1
                if members.isSkipped(name) {
                    skipped += 1
                    continue
                }
                messages += 1
                if hasMedia { media += 1 }
                self.files += files.count
                // Spread over the chat.
                guard samples.count < wanted, (read - 1) * wanted >= samples.count * total else { continue }
                samples.append(Sample(at: Self.minute(entry.localTime), name: name, text: Self.line(text)))
            }
        }
        if first <= last {
            (firstDay, lastDay) = (String(Self.minute(first).prefix(10)), String(Self.minute(last).prefix(10)))
        }
        people = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
            Person(
                name: name,
                email: members.emails[name.lowercased()],
                messages: count,
                isSkipped: members.isSkipped(name)
            )
        }
    }

    /// `2025-06-13 18:12` on the phone's clock.
    private static func minute(_ localTime: Int64?) -> String {
        guard let localTime else { return "" }
        let text = Timestamp(milliseconds: localTime * 1000).description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    /// The beginning of a text, as one line.
    private static func line(_ text: String) -> String {
        String(text.prefix(200).map { $0.isWhitespace ? " " : $0 })
    }
}

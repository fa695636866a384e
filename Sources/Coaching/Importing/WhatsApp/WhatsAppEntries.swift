import Domain

/// The entries of an export, in its order. What looks like an entry but was pasted into a message stays in the message.
struct WhatsAppEntries: Sendable {
    private(set) var entries: [WhatsAppEntry] = []
    /// How the dates are read.
    let reading: DateReading
    /// The lines of pasted entries.
    private(set) var excerpts: [Int] = []

    /// - Parameters:
    ///   - isKnown: whether a name is that of somebody who was named by the user; `nil` if nobody was.
    /// - Throws: `ImportFailure` if the file isn't UTF-8 or UTF-16, doesn't start like an export, has more entries than
    ///   are allowed, or if the order of its dates can't be told.
    init(
        _ bytes: [UInt8],
        _ limits: ImportLimits = .folder,
        hints: DateDecision.Hints = .init(),
        isKnown: ((String) -> Bool)? = nil
    ) throws(ImportFailure) {
        try limits.require(textBytes: bytes.count)
        let found = try Self.candidates(ChatText.utf8(bytes), limits)
        let sure = Self.endsLinesApart(found) ? found.map { $0.follows != .lineFeed } : nil
        guard let style = found.first?.header.style else { throw ImportFailure(line: nil, "the export is empty") }
        let decided = zip(found, sure ?? found.map { _ in true }).filter { $0.header.style == style && $1 }.map(\.0)
        reading = try Self.reading(of: decided, hints)
        var pasted = PastedEntries(found, reading, hints, isKnown: isKnown)
        if let sure { pasted.keepOnly(sure) } else { pasted.find() }
        entries.reserveCapacity(found.count)
        for (entry, isPasted) in zip(pasted.entries, pasted.isPasted) {
            if isPasted, !entries.isEmpty {
                entries[entries.count - 1].append(entry)
                excerpts.append(entry.line)
            } else {
                entries.append(entry)
            }
        }
    }

    /// What has the form of an entry.
    private static func candidates(_ text: [UInt8], _ limits: ImportLimits) throws(ImportFailure) -> [WhatsAppEntry] {
        var found: [WhatsAppEntry] = []
        var learned: Set<String>?
        try ChatLine.forEach(in: text) { line throws(ImportFailure) in
            guard let text = String(validating: line.bytes, as: UTF8.self) else {
                throw ImportFailure(line: line.number, "this is not UTF-8 text")
            }
            if let header = WhatsAppHeader(text, learned: found.isEmpty ? nil : learned ?? []) {
                try limits.require(records: found.count + 1, line: line.number)
                if found.isEmpty { learned = Set(header.style.words) }
                found.append(WhatsAppEntry(text, header, number: line.number, follows: line.follows))
            } else if !found.isEmpty {
                found[found.count - 1].append(text, follows: line.follows)
            } else if text.contains(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
                throw ImportFailure(
                    line: line.number,
                    "this is not a WhatsApp export: a line like '12/31/23, 9:41 PM - Name: text' or "
                        + "'[31/12/2023, 21:41:05] Name: text' should come first"
                )
            }
        }
        return found
    }

    /// Whether the file ends entries by CR LF and lines within them by LF alone, as iOS does.
    ///
    /// Then what follows CR LF is an entry. If all of it is in order with what follows LF alone, two files were joined:
    /// what is pasted is older than the message that has it.
    private static func endsLinesApart(_ found: [WhatsAppEntry]) -> Bool {
        let after = found.count { $0.follows == .both }
        let others = found.reduce(0) { $0 + $1.innerBreaks }
        guard after > 0, others * 10 <= after else { return false }
        let loose = found.indices.dropFirst().filter { found[$0].follows == .lineFeed }
        let isAscending = loose.allSatisfy { index in
            let (header, before) = (found[index].header, found[index - 1].header)
            return DateOrder.allCases.contains { order in
                guard let date = order.fields(header.date), let earlier = order.fields(before.date) else {
                    return false
                }
                let time = (header.hour, header.minute, header.second)
                return date > earlier || (date == earlier && time > (before.hour, before.minute, before.second))
            }
        }
        return loose.isEmpty || !isAscending
    }

    private static func reading(
        of entries: [WhatsAppEntry],
        _ hints: DateDecision.Hints
    ) throws(ImportFailure) -> DateReading {
        switch DateDecision(entries.map(\.header), hints).result {
        case .reading(let reading): return reading
        case .ambiguous(let orders):
            // The first date that isn't the same in all of them.
            let example = entries.lazy.compactMap { entry in
                let days = orders.map { Self.day(entry.header, $0) }
                return Set(days).count > 1 ? (entry, zip(days, orders)) : nil
            }.first
            let written = example.map { $0.0.header.date.map(String.init).joined(separator: "/") } ?? ""
            let ways = example.map { $0.1.map { "\($0) (--dates \($1.rawValue))" } } ?? []
            throw ImportFailure(
                line: example?.0.line,
                "all dates of this export can be read in two ways: \(written) is \(ways.joined(separator: " or ")); "
                    + "say which"
            )
        case .contradiction(let day, let month):
            let (day, month) = (entries[day].line, entries[month].line)
            throw ImportFailure(
                line: max(day, month),
                "the date here contradicts that on line \(min(day, month)): one has the day first, the other the month"
            )
        }
    }

    private static func day(_ header: WhatsAppHeader, _ order: DateOrder) -> String {
        let reading = DateReading(order: order, calendar: .gregorian)
        guard let days = reading.days(header.date, yearPlace: header.style.yearPlace) else { return "" }
        return String(Timestamp(milliseconds: Int64(days) * 86_400_000).description.prefix(10))
    }
}

import Domain

/// The entries of an export with what they hold, one after another.
struct WhatsAppChat {
    /// How the dates are read.
    let reading: DateReading
    let count: Int
    private let excerpts: [Int]
    private let files: Set<String>?
    private let members: WhatsAppMembers
    /// In reverse. Each is given up when it has been read, since together they take as much memory as what becomes of
    /// them.
    private var entries: [WhatsAppEntry]
    private var isFirst = true
    /// Names that were senders before, as they are written.
    private var known: Set<String> = []

    /// - Parameter files: the names of the export's files; `nil` if there are none.
    /// - Throws: `ImportFailure` if it can't be understood, or holds more than is allowed.
    init(
        _ bytes: [UInt8],
        _ options: WhatsAppOptions,
        files: Set<String>?,
        limits: ImportLimits,
        now: Timestamp,
        _ members: WhatsAppMembers
    ) throws(ImportFailure) {
        let hints = DateDecision.Hints(order: options.dates, locale: options.locale, now: now)
        let read = try WhatsAppEntries(
            bytes,
            limits,
            hints: hints,
            isKnown: members.isEmpty ? nil : { members.isKnown($0) }
        )
        (reading, count, excerpts) = (read.reading, read.entries.count, read.excerpts)
        (self.files, self.members) = (files, members)
        entries = read.entries.reversed()
    }

    mutating func next() -> (entry: WhatsAppEntry, content: WhatsAppContent)? {
        guard let entry = entries.popLast() else { return nil }
        let content = content(of: entry, isFirst: isFirst)
        isFirst = false
        if case .message(let name, _, _, _) = content { known.insert(name) }
        return (entry, content)
    }

    private func content(of entry: WhatsAppEntry, isFirst: Bool) -> WhatsAppContent {
        WhatsAppContent(
            entry.content,
            isKnown: { known.contains($0) || members.isKnown($0) },
            isFile: { files?.contains($0) == true },
            isFirst: isFirst,
            isMarked: entry.head.unicodeScalars.first == "\u{200E}",
            isFromAndroid: entry.header.style.form == .dash
        )
    }

    /// The names of those who wrote what hasn't been read yet, in lower case.
    var senders: Set<String> {
        var copy = self
        var names: Set<String> = []
        while let (_, content) = copy.next() {
            if case .message(let name, _, _, _) = content { names.insert(name.lowercased()) }
        }
        return names
    }

    /// What is said about pasted entries; `nil` if there are none.
    var excerptsNote: String? {
        guard let first = excerpts.first else { return nil }
        return excerpts.count == 1
            ? "line \(first) looks like a message, but was pasted into the one before it"
            : "\(excerpts.count) lines look like messages, but were pasted into those before them; the first is line \(first)"
    }
}

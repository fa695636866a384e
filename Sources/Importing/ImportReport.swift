/// The result of an import, or of a dry run.
public struct ImportReport: Sendable, Hashable, Codable {
    public struct Count: Sendable, Hashable, Codable {
        public var added = 0
        /// Existed before and was left unchanged.
        public var existing = 0

        public init(added: Int = 0, existing: Int = 0) {
            self.added = added
            self.existing = existing
        }

        mutating func count(isNew: Bool) {
            if isNew { added += 1 } else { existing += 1 }
        }
    }

    /// Lines of a chat export that aren't messages.
    public struct Skipped: Sendable, Hashable, Codable {
        /// Placeholders of images, recordings and files.
        public var media = 0
        /// Notices of the app, such as joins and deletions.
        public var system = 0

        public init(media: Int = 0, system: Int = 0) {
            self.media = media
            self.system = system
        }
    }

    /// Nothing was written; the counts are those that an import of the file would have had.
    public var dryRun: Bool
    public var users = Count()
    public var relations = Count()
    public var prospects = Count()
    public var chats = Count()
    public var messages = Count()
    public var events = Count()
    public var settings = Count()
    public var skipped = Skipped()
    /// Remarks for users, one sentence each.
    public var notes: [String] = []

    public init(dryRun: Bool) { self.dryRun = dryRun }

    /// All kinds with their counts, in the order in which they are printed.
    public var counts: [(kind: String, count: Count)] {
        [
            ("users", users), ("relations", relations), ("prospects", prospects), ("chats", chats),
            ("messages", messages), ("events", events), ("settings", settings),
        ]
    }
}

extension ImportReport {
    /// The report for users: a table of counts, then remarks. Several lines, without a final line break.
    public var summary: String {
        let width = 11
        func row(_ kind: String, _ added: String, _ existing: String) -> String {
            pad(kind, width, atEnd: true) + pad(added, width, atEnd: false) + pad(existing, width + 6, atEnd: false)
        }
        var lines = [row("", dryRun ? "would add" : "added", "already there")]
        for (kind, count) in counts where count != Count() {
            lines.append(row(kind, "\(count.added)", "\(count.existing)"))
        }
        if lines.count == 1 { lines = ["the file holds nothing to import"] }
        if skipped != Skipped() {
            lines.append("left out: \(skipped.media) pictures and files, \(skipped.system) notices of the app")
        }
        lines += notes.map { "note: \($0)" }
        if dryRun { lines.append("dry run: nothing was written") }
        return lines.joined(separator: "\n")
    }

    private func pad(_ text: String, _ width: Int, atEnd: Bool) -> String {
        let spaces = String(repeating: " ", count: max(0, width - text.count))
        return atEnd ? text + spaces : spaces + text
    }
}

/// The progress of an import. Hashing passwords takes most of the time, because it is slow by design.
public enum ImportProgress: Sendable, Hashable {
    case hashing(done: Int, of: Int)
    case writing(messages: Int, of: Int)
}

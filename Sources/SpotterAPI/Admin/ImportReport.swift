/// What an import did, or in a dry run would have done: `POST /v1/admin/import`.
///
/// ```swift
/// func summary(_ report: ImportReport) -> String { "\(report.messages.added) messages" }
/// ```
public struct ImportReport: APIValue, Hashable {
    /// How many rows of one kind were imported.
    public struct Count: Sendable, Hashable, Codable {
        public var added = 0
        /// Was there already, and stayed as it was.
        public var existing = 0

        public init(added: Int = 0, existing: Int = 0) {
            self.added = added
            self.existing = existing
        }

        public mutating func count(isNew: Bool) {
            if isNew { added += 1 } else { existing += 1 }
        }
    }

    /// Lines of a chat export that aren't messages.
    public struct Skipped: Sendable, Hashable, Codable {
        /// Placeholders of pictures, recordings and files.
        public var media = 0
        /// Notices of the app, such as who joined or deleted something.
        public var system = 0

        public init(media: Int = 0, system: Int = 0) {
            self.media = media
            self.system = system
        }
    }

    /// Nothing was written; the counts are those of an import of the same file now.
    public var dryRun: Bool
    public var users = Count()
    public var relations = Count()
    public var prospects = Count()
    public var chats = Count()
    public var messages = Count()
    public var events = Count()
    public var settings = Count()
    public var skipped = Skipped()
    /// Remarks for people, one sentence each.
    public var notes: [String] = []

    public init(dryRun: Bool) { self.dryRun = dryRun }

    /// Every kind with its count, in the order in which a report lists them.
    public var counts: [(kind: String, count: Count)] {
        [
            ("users", users), ("relations", relations), ("prospects", prospects), ("chats", chats),
            ("messages", messages), ("events", events), ("settings", settings),
        ]
    }

    public static var example: ImportReport {
        var report = ImportReport(dryRun: false)
        report.messages = Count(added: 1204, existing: 3)
        report.skipped = Skipped(media: 17)
        return report
    }

    public var addsNothing: Bool { counts.allSatisfy { $0.count.added == 0 } }
}

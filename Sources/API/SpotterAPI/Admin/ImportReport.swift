public import Domain

/// The result of an import, or of a dry run: `POST /v1/admin/import`.
///
/// ```swift
/// func summary(_ report: ImportReport) -> String { "\(report.messages.added) messages" }
/// ```
public struct ImportReport: APIValue, Hashable {
    /// The number of imported rows of one kind.
    public struct Count: Sendable, Hashable, Codable {
        public var added = 0
        /// Existed before and was left unchanged.
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
        /// Placeholders of images, recordings and files.
        public var media = 0
        /// Notices of the app, such as joins and deletions.
        public var system = 0
        /// Messages of people who were left out.
        public var people = 0

        public init(media: Int = 0, system: Int = 0, people: Int = 0) {
            self.media = media
            self.system = system
            self.people = people
        }
    }

    /// Somebody whose account waits for them. The code opens it, once, together with the address.
    public struct Invited: Sendable, Hashable, Codable {
        public let email: String
        public let displayName: String
        /// `nil` in a dry run.
        public let code: Secret?
        /// Where a browser redeems the code; `nil` if the import didn't go through a server.
        public var link: String?

        public init(email: String, displayName: String, code: Secret?, link: String? = nil) {
            self.email = email
            self.displayName = displayName
            self.code = code
            self.link = link
        }
    }

    /// If `true`, nothing was written, and the counts are those that importing the file would give.
    public var dryRun: Bool
    public var users = Count()
    public var relations = Count()
    public var prospects = Count()
    public var chats = Count()
    public var messages = Count()
    /// Pictures and files of messages.
    public var files = Count()
    public var events = Count()
    public var reminders = Count()
    public var settings = Count()
    public var skipped = Skipped()
    public var invited: [Invited] = []
    /// Remarks for users, one sentence each.
    public var notes: [String] = []
    /// What a chat's export holds; only in a dry run.
    public var preview: ImportPreview?

    public init(dryRun: Bool) { self.dryRun = dryRun }

    /// All kinds with their counts, in the order in which they are printed.
    public var counts: [(kind: String, count: Count)] {
        [
            ("users", users), ("relations", relations), ("prospects", prospects), ("chats", chats),
            ("messages", messages), ("files", files), ("events", events), ("reminders", reminders),
            ("settings", settings),
        ]
    }

    public static var example: ImportReport {
        var report = ImportReport(dryRun: true)
        report.messages = Count(added: 1204, existing: 3)
        report.skipped = Skipped(media: 17, system: 3)
        report.preview = .example
        return report
    }
}

/// What an export of a chat holds, before it is imported: part of the report of a dry run.
///
/// ```swift
/// func unnamed(_ preview: ImportPreview) -> [String] {
///     preview.people.filter { $0.email == nil && !$0.isSkipped }.map(\.name)
/// }
/// ```
public struct ImportPreview: APIValue, Hashable {
    /// Somebody who writes in the chat.
    public struct Person: Sendable, Hashable, Codable {
        /// As the export has it.
        public let name: String
        /// The account; `nil` if nobody said whose it is.
        public let email: String?
        public let messages: Int
        /// Whether the messages are to be left out.
        public let isSkipped: Bool

        public init(name: String, email: String?, messages: Int, isSkipped: Bool = false) {
            self.name = name
            self.email = email
            self.messages = messages
            self.isSkipped = isSkipped
        }
    }

    /// A message of the chat.
    public struct Sample: Sendable, Hashable, Codable {
        /// On the phone's clock, such as `2025-06-13 18:12`.
        public let at: String
        public let name: String
        /// At most 200 characters, without line breaks.
        public let text: String

        public init(at: String, name: String, text: String) {
            self.at = at
            self.name = name
            self.text = text
        }
    }

    /// Those who write most come first.
    public var people: [Person] = []
    /// The first day on the phone's clock, such as `2025-06-13`; empty if there is none.
    public var firstDay = ""
    public var lastDay = ""
    /// How dates are read: `dmy`, `mdy` or `ymd`.
    public let dates: String
    public var messages = 0
    /// Files of messages that the export has.
    public var files = 0
    /// Pictures and files that the export left out.
    public var media = 0
    /// Notices of the app, which are left out.
    public var notices = 0
    /// Messages of people who are left out.
    public var skipped = 0
    /// Up to five messages from all over the chat.
    public var samples: [Sample] = []
    /// Up to three of the notices.
    public var noticeSamples: [String] = []
    /// For users, one sentence each.
    public var remarks: [String] = []

    public init(dates: String) { self.dates = dates }

    public static var example: ImportPreview {
        var preview = ImportPreview(dates: "dmy")
        preview.people = [Person(name: "Sara", email: "sara@example.com", messages: 640)]
        (preview.firstDay, preview.lastDay) = ("2025-01-05", "2026-03-01")
        (preview.messages, preview.media, preview.notices) = (1204, 17, 3)
        preview.samples = [Sample(at: "2025-01-05 08:12", name: "Sara", text: "See you at six")]
        preview.noticeSamples = ["Messages and calls are end-to-end encrypted."]
        return preview
    }
}

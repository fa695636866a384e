public import Domain

/// `manifest.json` of an export: the last document, so that an archive which has it is whole.
public struct AccountExportManifest: Sendable, Codable, Hashable {
    public struct File: Sendable, Codable, Hashable {
        /// Inside the archive's folder.
        public let path: String
        public let bytes: Int64
        /// In lower-case hexadecimal digits.
        public let sha256: String

        public init(path: String, bytes: Int64, sha256: String) {
            self.path = path
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    public var format = "spotter-export"
    public var version = 1
    public let accountId: UserID
    public let createdAt: Timestamp
    public let files: [File]

    public init(accountId: UserID, createdAt: Timestamp, files: [File]) {
        self.accountId = accountId
        self.createdAt = createdAt
        self.files = files
    }
}

/// `account.json` of an export.
public struct ExportedAccount: Sendable, Codable, Hashable {
    public let user: Profile
    public let createdAt: Timestamp
    /// When a device was last seen by others.
    @Nullable public var lastSeenAt: Timestamp?
    /// Since when the account is disabled.
    @Nullable public var disabledAt: Timestamp?

    public init(user: Profile, createdAt: Timestamp, lastSeenAt: Timestamp?, disabledAt: Timestamp?) {
        self.user = user
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.disabledAt = disabledAt
    }
}

/// The former texts of messages, oldest first.
public struct ExportedEdits: Sendable, Codable {
    public struct Entry: Sendable, Codable {
        public let messageId: MessageID
        public let edits: [MessageEdit]

        public init(messageId: MessageID, edits: [MessageEdit]) {
            self.messageId = messageId
            self.edits = edits
        }
    }

    public let messages: [Entry]

    public init(messages: [Entry]) { self.messages = messages }
}

/// When the user's devices received a chat's messages and the user read them, all up to `seq` each.
public struct ExportedReceipts: Sendable, Codable {
    public struct Mark: Sendable, Codable {
        /// `delivered` or `read`.
        public let kind: String
        public let seq: Int64
        public let at: Timestamp

        public init(kind: String, seq: Int64, at: Timestamp) {
            self.kind = kind
            self.seq = seq
            self.at = at
        }
    }

    public let marks: [Mark]

    public init(marks: [Mark]) { self.marks = marks }
}

/// `drafts.json` of an export.
public struct ExportedDrafts: Sendable, Codable {
    public let drafts: [DraftChange]

    public init(drafts: [DraftChange]) { self.drafts = drafts }
}

/// A part of the list of files in an export.
public struct ExportedMedia: Sendable, Codable {
    public struct Entry: Sendable, Codable {
        public let media: Media
        /// Whether the user uploaded it.
        public let isOwn: Bool
        /// Inside the archive's folder; `null` if its bytes are no longer there.
        @Nullable public var path: String?

        public init(media: Media, isOwn: Bool, path: String?) {
            self.media = media
            self.isOwn = isOwn
            self.path = path
        }
    }

    public let files: [Entry]

    public init(files: [Entry]) { self.files = files }
}

/// Downloads all of the user's own data: `POST /v1/me/export`. The answer is a tar archive.
///
/// ```swift
/// let request = ExportAccountRequest(password: Secret("correct horse"))
/// ```
public struct ExportAccountRequest: APIValue {
    public let password: Secret

    public init(password: Secret) { self.password = password }

    public static var example: ExportAccountRequest { ExportAccountRequest(password: Secret("correct horse")) }
}

/// The tasks that the user marked as done.
public struct ExportedDoneActions: Sendable, Codable {
    public struct Entry: Sendable, Codable {
        public let id: ActionItemID
        public let chatId: ChatID
        public let messageId: MessageID
        public let doneAt: Timestamp

        public init(id: ActionItemID, chatId: ChatID, messageId: MessageID, doneAt: Timestamp) {
            self.id = id
            self.chatId = chatId
            self.messageId = messageId
            self.doneAt = doneAt
        }
    }

    public let actions: [Entry]

    public init(actions: [Entry]) { self.actions = actions }
}

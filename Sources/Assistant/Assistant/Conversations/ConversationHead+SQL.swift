import Domain
import SpotterAPI
import Storage

extension ConversationHead {
    static let columns = "id, title, created_at, updated_at, settings, revision, is_pinned, is_archived"

    init(row: any SQLRow, from first: Int = 0) throws {
        self.init(
            id: try row.id(first),
            title: try row.text(first + 1),
            createdAt: try row.timestamp(first + 2),
            updatedAt: try row.timestamp(first + 3),
            revision: try row.int(first + 5),
            isPinned: try row.bool(first + 6),
            isArchived: try row.bool(first + 7),
            settings: try row.optionalText(first + 4).map { try ConversationSettings(stored: $0) }
                ?? ConversationSettings()
        )
    }
}

public import Domain

/// Opens a direct chat or creates a group: `POST /v1/chats`. If the direct chat already exists, it is returned.
///
/// ```swift
/// let direct = NewChatRequest(kind: .direct, memberIds: [saraId])
/// let group = NewChatRequest(kind: .group, name: "Monday group", memberIds: [saraId, mikeId])
/// ```
public struct NewChatRequest: APIValue {
    public let kind: ChatKind
    /// For a group only; a direct chat has no name of its own.
    public let name: String?
    /// The members besides the user: exactly one for a direct chat.
    public let memberIds: [UserID]

    public init(kind: ChatKind, name: String? = nil, memberIds: [UserID]) {
        self.kind = kind
        self.name = name
        self.memberIds = memberIds
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind: ChatKind? = try container.decode(RequestedWord<ChatKind>.self, forKey: .kind).word
        name = try container.decodeIfPresent(String.self, forKey: .name)
        memberIds = try container.memberIds(.memberIds)
        guard let kind else { throw SpotterError.invalid("kind must be direct or group.") }
        self.kind = kind
    }

    public static var example: NewChatRequest {
        NewChatRequest(kind: .group, name: "Monday group", memberIds: [Examples.sara])
    }
}

/// Renames a group, changes its photo or who may write in it: `PATCH /v1/chats/{chatId}`.
///
/// ```swift
/// let request = UpdateChatRequest(name: "Tuesday group", photoMediaId: .cleared)
/// ```
public struct UpdateChatRequest: APIValue {
    public let name: String?
    public let photoMediaId: FieldChange<MediaID>
    /// Whether only admins write in the group.
    public let announcement: Bool?

    public init(
        name: String? = nil,
        photoMediaId: FieldChange<MediaID> = .unchanged,
        announcement: Bool? = nil
    ) {
        self.name = name
        self.photoMediaId = photoMediaId
        self.announcement = announcement
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        photoMediaId = try container.idChange(.photoMediaId, orThrow: SpotterError.notFound("file of yours"))
        announcement = try container.decodeIfPresent(Bool.self, forKey: .announcement)
    }

    public static var example: UpdateChatRequest { UpdateChatRequest(name: "Tuesday group") }
}

/// Adds people to a group: `POST /v1/chats/{chatId}/members`.
///
/// ```swift
/// let request = AddMembersRequest(memberIds: [mikeId])
/// ```
public struct AddMembersRequest: APIValue {
    public let memberIds: [UserID]

    public init(memberIds: [UserID]) { self.memberIds = memberIds }

    public init(from decoder: any Decoder) throws {
        memberIds = try decoder.container(keyedBy: CodingKeys.self).memberIds(.memberIds)
    }

    public static var example: AddMembersRequest { AddMembersRequest(memberIds: [Examples.sara]) }
}

/// Changes a member's role: `PATCH /v1/chats/{chatId}/members/{userId}`.
///
/// ```swift
/// let request = MemberRoleRequest(role: .admin)
/// ```
public struct MemberRoleRequest: APIValue {
    public let role: MemberRole

    public init(role: MemberRole) { self.role = role }

    public init(from decoder: any Decoder) throws {
        role = try decoder.container(keyedBy: CodingKeys.self).word(.role, "role must be admin or member.")
    }

    public static var example: MemberRoleRequest { MemberRoleRequest(role: .admin) }
}

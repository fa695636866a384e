public import Domain

/// Replaces a trainer's private notes on a client: `PUT /v1/clients/{userId}/notes`. An empty text removes them.
///
/// ```swift
/// let request = NotesRequest(text: "Left knee, careful with lunges.")
/// ```
public struct NotesRequest: APIValue {
    public let text: String

    public init(text: String) { self.text = text }
    public static var example: NotesRequest { NotesRequest(text: Examples.notes.text) }
}

/// Replaces the tags that a trainer has given a client: `PUT /v1/clients/{userId}/tags`.
///
/// ```swift
/// let request = TagsRequest(tags: ["knee", "vip"])
/// ```
public struct TagsRequest: APIValue {
    public let tags: [String]

    public init(tags: [String]) { self.tags = tags }
    public static var example: TagsRequest { TagsRequest(tags: Examples.notes.tags) }
}

/// A trainer's private notes and tags on one client.
public struct NotesResponse: APIValue {
    public let notes: ClientNotes

    public init(notes: ClientNotes) { self.notes = notes }
    public static var example: NotesResponse { NotesResponse(notes: Examples.notes) }
}

/// `GET /v1/tags`: a trainer's tags in alphabetical order, each with the clients who have it.
public struct ClientTagsResponse: APIValue {
    public let tags: [ClientTag]

    public init(tags: [ClientTag]) { self.tags = tags }
    public static var example: ClientTagsResponse {
        ClientTagsResponse(tags: [ClientTag(tag: "knee", userIds: [Examples.sara])])
    }
}

/// A trainer's notes and tags, in an export of the trainer's data.
public struct ExportedNotes: Codable, Sendable {
    public let notes: [ClientNotes]

    public init(notes: [ClientNotes]) { self.notes = notes }
}

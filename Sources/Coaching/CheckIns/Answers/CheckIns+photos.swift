import Accounts
import Contacts
public import Domain
import Messaging
import Scheduling
public import SpotterAPI
import Storage

/// The pictures that clients send, to be laid side by side.
extension CheckIns {
    /// The pictures of a client, newest first: for a trainer those sent to them, for the client all.
    /// - Parameters:
    ///   - message: only what was sent before this one, as `next` of an answer has it.
    ///   - limit: of messages that are looked at, 1 to 200.
    /// - Throws: `not_found` if the actor is neither the client nor a trainer of theirs; `invalid_request` if the
    ///   limit is out of range.
    public func photos(
        of client: UserID,
        before message: MessageID? = nil,
        limit: Int = 100,
        for actor: Actor
    ) async throws -> ClientPhotosResponse {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        return try await database.read { [media] connection in
            let messages = try Self.trainers(of: client, for: actor, on: connection).flatMap { trainer in
                try ClientMessage.listWithFiles(
                    from: client,
                    to: trainer,
                    before: message,
                    limit: limit + 1,
                    on: connection
                )
            }.sorted { $0.num > $1.num }
            let shown = Array(messages.prefix(limit))
            let questions = try AskedRow.photoQuestions(of: shown.map(\.id), on: connection)
            let photos = try shown.flatMap { message -> [ClientPhoto] in
                let files = try ShownMedia.files(of: message.id, on: connection)
                let known = try media.files(files, on: connection)
                let clock = LocalClock(identifier: message.timeZone) ?? .utc
                let day = clock.local(message.sentAt).day.iso
                return files.compactMap { known[$0]?.media }.filter { $0.kind == .image }.map { picture in
                    ClientPhoto(
                        media: picture,
                        day: day,
                        at: message.sentAt,
                        trainerId: message.trainer,
                        chatId: message.chat,
                        messageId: message.id,
                        question: questions[.init(message: message.id, media: picture.id)]
                    )
                }
            }
            let hasMore = messages.count > limit
            return ClientPhotosResponse(photos: photos, hasMore: hasMore, next: hasMore ? shown.last?.id : nil)
        }
    }

    private static func trainers(
        of client: UserID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [UserID] {
        if actor.userId == client, actor.role == .client {
            return try connection.query(Contacts.userIDs(of: "$1"), client) { try $0.id(0, UserID.self) }
        }
        let isRelated = try Contacts.exists(trainer: actor.userId, client: client, on: connection)
        guard Access.can(actor, .keepProfile(trainer: actor.userId, client: client, isRelated: isRelated)) else {
            throw SpotterError.notFound("client")
        }
        return [actor.userId]
    }
}

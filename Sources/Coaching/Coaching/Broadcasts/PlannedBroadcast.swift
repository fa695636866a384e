import Domain
import SpotterAPI
import Storage

/// A broadcast that isn't stored yet: to whom, and what their texts are made from.
struct PlannedBroadcast: Sendable {
    let clients: [UserID]
    private let template: String
    private let slots: [String: String]
    private let values: [ClientValues]

    /// - Throws: `not_found` if one of the people isn't the actor's client or the template isn't the actor's;
    ///   `invalid_request` if there are no recipients or too many.
    init(_ new: NewBroadcast, for actor: Actor, at now: Timestamp, on connection: any SQLConnection) throws {
        clients = try Self.recipients(of: new.audience, for: actor, on: connection)
        template =
            switch new.content {
            case .text(let text): text
            case .template(let template): try Templates.template(template, for: actor, on: connection).text
            }
        slots = new.slots
        values = try clients.map { try ClientValues(of: $0, for: actor.userId, at: now, on: connection) }
    }

    /// The text for each of the clients. Others have their turn in between.
    /// - Throws: `invalid_request` if a slot has no value or a text is too long.
    func texts() async throws -> [String] {
        let template = TemplateText(template)
        var texts: [String] = []
        for values in values {
            texts.append(try Validation.messageText(try template.filled(with: values.merged(with: slots))))
            await Task.yield()
        }
        return texts
    }

    private static func recipients(
        of audience: NewBroadcast.Audience,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [UserID] {
        let found: [UserID]
        switch audience {
        case .clients(let users):
            var seen: Set<UserID> = []
            found = users.filter { seen.insert($0).inserted }
        case .tag(let tag):
            found = try ClientTags.clients(tagged: tag, of: actor.userId, on: connection)
            guard !found.isEmpty else {
                throw SpotterError.invalid("None of your clients has the tag '\(tag.prefix(40))'.")
            }
        }
        guard (1...BroadcastRequest.maxRecipients).contains(found.count) else {
            throw SpotterError.invalid("A broadcast goes to 1 to \(BroadcastRequest.maxRecipients) clients.")
        }
        return found
    }
}

package import AssistantTools
package import ClientProfiles
import Crypto
package import Domain
import Messaging
package import SpotterAPI
package import Storage

/// Tells why clients want to be looked at, each from one snapshot and as far as the trainer may read it.
package struct WeekReader {
    package let requester: Requester
    let window: WeekWindow
    let material: WeekMaterial
    package let facts: ClientFacts
    let moves: [EventID: Timestamp]
    /// The texts of the trainer's reminders that a message was made into.
    let remindersMade: @Sendable (MessageID, any SQLConnection) throws -> [String]
    package let connection: any SQLConnection

    package init(
        requester: Requester,
        window: WeekWindow,
        material: WeekMaterial,
        facts: ClientFacts,
        moves: [EventID: Timestamp],
        remindersMade: @escaping @Sendable (MessageID, any SQLConnection) throws -> [String],
        connection: any SQLConnection
    ) {
        self.requester = requester
        self.window = window
        self.material = material
        self.facts = facts
        self.moves = moves
        self.remindersMade = remindersMade
        self.connection = connection
    }

    var visible: VisibleMessageReader { VisibleMessageReader(reader: requester.user.id, connection: connection) }

    /// All of a client's, in the order in which they press. Of two that only say the same message again, the first.
    package func reasons(of client: WeekClient) throws -> [WeekReason] {
        let items = try facts.items(of: client.id, for: requester.user.id, on: connection)
        let promises = try openPromises(of: client)
        var found: [WeekReason?] = [try waiting(client), try unansweredQuestion(client), try planDate(client)]
        if found[0] == nil { found.append(try quiet(client, away: items)) }
        found += [try payment(client)]
        found += promises.map { promise($0, client) }
        found += sessionReasons(client)
        found += try measured(client)
        found += try profileReasons(items)
        return Self.withoutRepeats(found.compactMap { $0 }.sorted(by: WeekReason.pressesMore))
    }

    private static func withoutRepeats(_ reasons: [WeekReason]) -> [WeekReason] {
        var told: Set<MessageID> = []
        return reasons.filter { reason in
            let messages = reason.citations.map(\.messageId)
            let isRepeat = !messages.isEmpty && reason.eventIds.isEmpty && messages.allSatisfy(told.contains)
            told.formUnion(messages)
            return !isRepeat || reason.isPromise
        }
    }
}

extension WeekReason {
    /// What presses more comes first, then what is so for longer.
    static func pressesMore(_ one: WeekReason, _ other: WeekReason) -> Bool {
        (one.rank, one.since, one.id) < (other.rank, other.since, other.id)
    }

    package var rank: Int { Kind.allCases.firstIndex(of: kind) ?? Kind.allCases.count }

    /// Two promises of one message are two.
    package var isPromise: Bool { [.ownPromise, .ownPromiseLate, .clientPromiseLate].contains(kind) }
}

extension ID where Entity == WeekReasonEntity {
    /// - Parameters:
    ///   - name: of the kind of thing.
    ///   - source: what it is made from.
    init(_ name: String, _ source: [UInt8]) {
        self.init(hash: SHA256.hash(data: Array("week \(name) ".utf8) + source))
    }
}

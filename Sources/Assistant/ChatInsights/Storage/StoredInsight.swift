import Crypto
package import Domain
import Foundation
package import Messaging
import Scheduling
package import SpotterAPI
import Storage
import TextReading
package import TimeExpressions

/// Something that was read in a message, as it is stored: nobody's view of it, so that every member gets their own.
package struct StoredInsight: Sendable {
    package enum Kind: String, Sendable {
        case action, decision, priority, meeting
    }

    /// The reading itself, as JSON. Only what belongs to its kind is set.
    package struct Reading: Sendable, Codable {
        /// `sender`, `addressee`, `us`, `everybody`, `somebody` or `named`.
        package var doer: String?
        package var names: [String]?
        package var text: String?
        package var quote: String
        package var confidence: Double?
        var dueText: String?
        var dueDay: String?
        package var dueAt: Timestamp?
        package var doubts: [TimeDoubt]?
        var level: PriorityLevel?
        package var reason: PriorityReason?
        package var eventType: EventType?
        package var minutes: Int?
        package var since: Timestamp?
        package var until: Timestamp?
    }

    package let id: ActionItemID
    package let kind: Kind
    package let message: MessageID
    package let saidAt: Timestamp
    /// The first instant at which a task is late.
    let dueEnd: Timestamp?
    let previous: MessageID?
    package let reading: Reading

    package static let columns = "i.id, i.kind, i.message_id, i.said_at, i.due_at, i.previous_id, i.reading"
    package static let columnCount = 7

    init(
        id: ActionItemID,
        kind: Kind,
        message: MessageID,
        saidAt: Timestamp,
        dueEnd: Timestamp? = nil,
        previous: MessageID? = nil,
        reading: Reading
    ) {
        self.id = id
        self.kind = kind
        self.message = message
        self.saidAt = saidAt
        self.dueEnd = dueEnd
        self.previous = previous
        self.reading = reading
    }

    init(row: any SQLRow) throws {
        guard let kind = Kind(rawValue: try row.text(1)) else {
            throw SpotterError(.internalError, "message_insights holds an unknown kind")
        }
        self.init(
            id: try row.id(0),
            kind: kind,
            message: try row.id(2),
            saidAt: try row.timestamp(3),
            dueEnd: try row.optionalTimestamp(4),
            previous: try row.optionalID(5),
            reading: try JSONDecoder().decode(Reading.self, from: Data(try row.text(6).utf8))
        )
    }

    /// The same for the same words in the same message, wherever they stand in it.
    package static func id(of kind: Kind, in message: MessageID, words: String) -> ActionItemID {
        let name = SpokenText(words).words.map(\.word).joined(separator: " ")
        return ActionItemID(hash: SHA256.hash(data: message.bytes + Array("\(kind.rawValue) \(name)".utf8)))
    }
}

extension MessageReading {
    /// What of it is stored. A message that is neither urgent nor important has no priority of its own here.
    package func stored(of message: VisibleMessage, previous: MessageID?) -> [StoredInsight] {
        var ids: Set<ActionItemID> = []
        var all: [StoredInsight] = []
        func add(
            _ kind: StoredInsight.Kind,
            _ words: String,
            due: Timestamp? = nil,
            previous: MessageID? = nil,
            _ reading: StoredInsight.Reading
        ) {
            let id = StoredInsight.id(of: kind, in: message.id, words: words)
            guard ids.insert(id).inserted else { return }
            all.append(
                StoredInsight(
                    id: id,
                    kind: kind,
                    message: message.id,
                    saidAt: message.sentAt,
                    dueEnd: due,
                    previous: previous,
                    reading: reading
                )
            )
        }
        for (action, due) in actions.map({ ($0.action, $0.due) }) {
            var reading = StoredInsight.Reading(quote: action.quote)
            (reading.doer, reading.names) = action.doer.stored
            (reading.text, reading.confidence) = (action.task, action.confidence)
            (reading.dueText, reading.dueDay, reading.dueAt) = (due?.words, due?.day, due?.at)
            reading.doubts = due?.doubts
            reading.level = priority.level
            add(.action, action.task, due: due?.endsAt, reading)
        }
        for decision in decisions {
            var reading = StoredInsight.Reading(quote: decision.quote)
            (reading.text, reading.confidence) = (decision.text, decision.confidence)
            add(.decision, decision.text, previous: decision.isAcceptance ? previous : nil, reading)
        }
        if priority.level == .urgent || priority.level == .high {
            var reading = StoredInsight.Reading(quote: priority.quote)
            (reading.level, reading.reason) = (priority.level, priority.reason)
            add(.priority, "", reading)
        }
        if let meeting {
            var reading = StoredInsight.Reading(quote: meeting.quote)
            (reading.eventType, reading.minutes, reading.confidence) = (
                meeting.type, meeting.minutes, meeting.confidence
            )
            (reading.since, reading.until) = (meeting.window?.lowerBound, meeting.window?.upperBound)
            add(.meeting, "", reading)
        }
        return all
    }
}

extension FoundAction.Doer {
    fileprivate var stored: (String, [String]?) {
        switch self {
        case .sender: ("sender", nil)
        case .addressee: ("addressee", nil)
        case .us: ("us", nil)
        case .everybody: ("everybody", nil)
        case .somebody: ("somebody", nil)
        case .named(let names): ("named", names)
        }
    }
}

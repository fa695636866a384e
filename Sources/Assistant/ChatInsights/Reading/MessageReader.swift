package import Domain
package import Foundation
import TextReading

/// What a message says that somebody may have to act on.
package struct MessageReading: Sendable {
    package struct Action: Sendable {
        package let action: FoundAction
        package let due: DueDate?
    }

    package var actions: [Action] = []
    var decisions: [FoundDecision] = []
    package var priority: FoundPriority
    package var meeting: FoundMeeting?
}

/// Reads messages by rules: the same message has the same reading, for whoever reads it.
package struct MessageReader: Sendable {
    package init() {}

    /// Grows with every change of the rules, so that what older ones read is read again.
    package static let version = 2

    private let actions = ActionReader()
    private let decisions = DecisionReader()
    private let priorities = PriorityReader()
    private let meetings = MeetingReader()
    private static let deadlines = InsightWords.phrases("message deadlines")

    /// - Parameters:
    ///   - timeZone: the sender's.
    ///   - previous: the text of the message before, if somebody else wrote that.
    package func reading(of text: String, sentAt: Timestamp, timeZone: TimeZone, after previous: String? = nil)
        -> MessageReading
    {
        let spoken = SpokenText(text)
        let times = SpokenTimes(spoken, sentAt: sentAt, timeZone: timeZone)
        // What gives an assistant orders is nobody's task.
        guard !InstructionText.isInstruction(text) else {
            return MessageReading(priority: priorities.priority(of: spoken, times: times, actions: [], decisions: []))
        }
        let actions = actions.actions(in: spoken, hasTime: times.hasTime)
        let decisions = decisions.decisions(in: spoken, after: previous.map(SpokenText.init))
        return MessageReading(
            actions: actions.map { action in
                MessageReading.Action(
                    action: action,
                    due: times.due(in: action.words)
                        ?? (actions.count == 1 ? dueElsewhere(action, in: spoken, times) : nil)
                )
            },
            decisions: decisions,
            priority: priorities.priority(of: spoken, times: times, actions: actions, decisions: decisions),
            meeting: meetings.meeting(in: spoken, times: times)
        )
    }

    /// The only task of a message may be due by the sentence around it, or by the one after: "Due Monday."
    private func dueElsewhere(_ action: FoundAction, in spoken: SpokenText, _ times: SpokenTimes) -> DueDate? {
        if let due = times.due(in: spoken.sentences[action.sentence].words) { return due }
        let next = action.sentence + 1
        guard spoken.sentences.indices.contains(next) else { return nil }
        let isDeadline = Self.deadlines.begins(spoken.sentences[next], of: spoken)
        return isDeadline ? times.due(in: spoken.sentences[next].words) : nil
    }
}

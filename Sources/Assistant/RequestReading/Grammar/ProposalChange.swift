package import AssistantTools
import Domain
package import Retrieval
package import Scheduling
package import SpotterAPI
import TextReading
package import TimeExpressions

/// A wish to change what was just proposed: "yes but make it 4pm", "no, Tuesday", "30 minutes later", "to Grace
/// instead". The proposal is replaced by a new one.
package struct ProposalChange: Sendable {
    package let proposal: Proposal
    package let directory: PeopleDirectory
    package let times: TimeExpressionParser
    package let clock: LocalClock

    package init(proposal: Proposal, directory: PeopleDirectory, times: TimeExpressionParser, clock: LocalClock) {
        self.proposal = proposal
        self.directory = directory
        self.times = times
        self.clock = clock
    }

    private static let lead = GrammarWords.of("change lead")

    /// The changed request; `nil` if the text is about something else, or doesn't say it with nothing left over.
    package func request(from reply: String) -> ToolRequest? {
        let words = TextWord.words(of: reply)
        guard (1...12).contains(words.count), !reply.contains("?") else { return nil }
        let folded = words.map(\.folded)
        guard let first = words.firstIndex(where: { !Self.lead.contains($0.folded) }) else { return nil }
        // "Make it 5" is five o'clock.
        if first > 0, first == words.count - 1, folded[first - 1] != "at",
            Int(folded[first]).map((1...12).contains) == true
        {
            return request(from: "make it at \(folded[first])")
        }
        if let text = changedText(reply, words, first) { return text }
        let clause = Clause(reply, directory: directory, times: times)
        let opens = first > 0 || folded.last == "instead" || folded.contains("later") || folded.contains("earlier")
        guard opens, !folded.contains(where: { GrammarWords.of("other order").contains($0) }) else { return nil }
        let used = clause.times.map(\.range) + clause.mentions.map(\.range)
        let shift = EventShift.find(in: clause, verb: "")
        let isUnderstood = words.allSatisfy { word in
            Self.lead.contains(word.folded) || used.contains { $0.overlaps(word.range) }
                || shift?.range.overlaps(word.range) ?? false
        }
        guard isUnderstood else { return nil }
        return changed(clause, shift: shift?.minutes)
    }

    /// What the reply only rules out: "not on Friday", "anyone but Tom". Nothing can be made of it.
    package func ruledOut(by reply: String) -> String? {
        let words = TextWord.words(of: reply)
        let folded = words.map(\.folded)
        guard (2...12).contains(words.count), !reply.contains("?"), RequestMood.isStatement(folded) else { return nil }
        let clause = Clause(reply, directory: directory, times: times)
        guard
            // "Tom said that he can't do Friday" says something else.
            let limit = folded.indices.prefix(4).first(where: { position in
                Qualifiers.read.limits(folded, at: position) && !(position == 0 && corrects(words, in: clause))
            }),
            folded.indices.contains(where: { position in
                position > limit
                    && (clause.isTimeOrName(position) || times.parse(words[position].text).kind != .none)
            })
        else { return nil }
        return String(reply[words[limit].range.lowerBound...]).trimmed
    }

    /// "No, Tuesday" corrects; "no el martes" rules out.
    private func corrects(_ words: [TextWord], in clause: Clause) -> Bool {
        words[0].folded == "no"
            && (words.count < 2 || clause.gap(before: 1).contains(",")
                || !RequestVocabulary.spanish[.filler].contains(words[1].folded))
    }

    /// "say that I'm late instead"
    private func changedText(_ reply: String, _ words: [TextWord], _ first: Int) -> ToolRequest? {
        guard case .sendMessage(let message) = proposal.arguments else { return nil }
        let folded = words.map(\.folded)
        guard let say = folded.firstIndex(where: { GrammarWords.of("change says").contains($0) }), say <= first,
            say + 1 < words.count
        else { return nil }
        var rest = String(reply[words[say].range.upperBound...])
        if folded.last == "instead", let last = words.last {
            rest = String(reply[words[say].range.upperBound..<last.range.lowerBound])
        }
        guard let text = MessageComposer(verb: "tell", rest: rest).text else { return nil }
        return ToolRequest(tool: .sendMessage, chatId: message.chatId, text: text)
    }

    private func changed(_ clause: Clause, shift: Int?) -> ToolRequest? {
        // What recurs is said anew as a whole: "make it 5" could mean one of them or all.
        if case .scheduleCall(let call) = proposal.arguments, call.recurrence != nil { return nil }
        var request = ProposalChange.request(of: proposal.arguments)
        if let mention = clause.mentions.first {
            guard clause.mentions.count == 1, clause.times.isEmpty else { return nil }
            request.person = .named(mention.spelling)
            request.chatId = nil
            request.title = nil
            return request.tool == .sendMessage || request.tool == .scheduleCall ? request : nil
        }
        guard case .instant(let start)? = request.time else { return nil }
        if let shift {
            request.time = .instant(start.adding(minutes: Int64(shift)))
            return request
        }
        let points = clause.points
        if points.isEmpty {
            guard let minutes = clause.lengthMinutes, request.tool != .setReminder else { return nil }
            request.durationMinutes = minutes
            return request
        }
        guard let said = clause.expression(of: points) else { return nil }
        let local = clock.local(start)
        let date = local.day.date
        let day = "\(date.year)-\(Self.two(date.month))-\(Self.two(date.day))"
        let bare = TextWord.words(of: said).first.map { GrammarWords.of("bare to").contains($0.folded) } == true
        let words = bare ? String(said.drop { $0 != " " }).trimmed : said
        if ClockText.isClockTime(words) {
            request.time = .expression("\(day) \(words)")
        } else if points.contains(where: \.reading.statesClockTime) {
            request.time = .expression(words)
        } else if let day = times.parse(words).local?.prefix(10) ?? points.first?.reading.local?.prefix(10) {
            let minutes = local.second / 60
            request.time = .local("\(day)T\(Self.two(minutes / 60)):\(Self.two(minutes % 60))")
        }
        return request
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    /// The request that leads to these arguments.
    package static func request(of arguments: ToolArguments) -> ToolRequest {
        switch arguments {
        case .scheduleCall(let call):
            ToolRequest(
                tool: .scheduleCall,
                person: call.clientId.map { .id($0) } ?? call.prospectId.map { .prospect($0) },
                time: .instant(call.startsAt),
                durationMinutes: call.durationMinutes,
                eventType: call.eventType,
                title: call.title
            )
        case .rescheduleEvent(let move):
            ToolRequest(
                tool: .rescheduleEvent,
                time: .instant(move.startsAt),
                durationMinutes: move.durationMinutes,
                eventId: move.eventId
            )
        case .cancelEvent(let cancel): ToolRequest(tool: .cancelEvent, eventId: cancel.eventId)
        case .setReminder(let reminder):
            ToolRequest(
                tool: .setReminder,
                person: reminder.clientId.map { .id($0) },
                time: .instant(reminder.dueAt),
                text: reminder.text
            )
        case .sendMessage(let message):
            ToolRequest(tool: .sendMessage, chatId: message.chatId, text: message.text)
        }
    }
}

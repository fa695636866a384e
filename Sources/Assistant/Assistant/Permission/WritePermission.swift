import AssistantTools
import Domain
import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

/// What the user's own words in this conversation allow an answer to propose: which tools, to whom, when, in which words.
///
/// It is made before the model is asked, from nothing but what the user typed. Neither a message nor an event's title nor
/// an earlier answer can widen it, whatever a model makes of them.
struct WritePermission: Sendable {
    /// The tools that change something which this turn may use.
    private(set) var tools: Set<ToolName> = []
    /// Who may get a message.
    private(set) var recipients: Set<KnownPerson.Identity> = []
    /// Names in the place of a recipient that can mean several people.
    private(set) var unclear: [[KnownPerson]] = []
    /// Who may be in an event or a reminder.
    private(set) var people: Set<KnownPerson.Identity> = []
    /// Whose events stay as they are: "cancel all but Sara".
    private(set) var excepted: Set<KnownPerson.Identity> = []
    /// Whether the user asked to have a text written, rather than to pass on their own.
    private(set) var composes = false
    /// Whether the user asked to pass on what somebody else said.
    private(set) var relays = false
    /// How often each kind of action was asked for; `nil` for "all of them".
    private(set) var counts: [RequestKind: Int]? = [:]
    /// What the user chose when the assistant asked which one.
    private(set) var choices: [ToolRequest] = []
    let times: SaidTimes
    let origin: TextOrigin
    /// The user's words that ask for it.
    let request: [String]
    let directory: PeopleDirectory
    let requester: Requester
    let now: Timestamp

    private static let maxTurns = 6

    init(question: String, history: [HistoryTurn], directory: PeopleDirectory, requester: Requester, now: Timestamp) {
        let parser = requester.times(at: now)
        let people = RequestPeople(directory: directory)
        let said = history.filter { $0.role == .user && $0.text != TurnRow.withheldText }.map { OwnWords.of($0.text) }
        let question = OwnWords.of(question)
        var turns = (said.suffix(Self.maxTurns) + [question]).map { UserTurn($0, people: people, times: parser) }
        let grammar = ActionGrammar(directory: directory, times: parser)
        for position in turns.indices where turns[position].cues.isEmpty || position == turns.count - 1 {
            turns[position].add(from: grammar)
        }
        let asked = history.last.map { !$0.proposals.isEmpty || $0.needs != nil } ?? false
        let licensed = Self.licensed(turns, asked: asked)
        let clock = LocalClock(identifier: requester.timezone) ?? .utc
        self.directory = directory
        self.requester = requester
        self.now = now
        origin = TextOrigin(said: said + [question])
        request = turns[licensed].map(\.text)
        let current = SaidTimes(turns[licensed].map(\.text), times: parser, clock: clock, now: now)
        times =
            !current.saysAnyDay
            ? SaidTimes(turns.map(\.text), times: parser, clock: clock, now: now) : current
        guard !licensed.isEmpty else { return }
        choices = Self.choices(in: history + [HistoryTurn(role: .user, text: question)], times: parser)
        read(turns, licensed, people)
    }

    /// The turns that ask: the last one, with those before that it goes on with.
    private static func licensed(_ turns: [UserTurn], asked: Bool) -> Range<Int> {
        let last = turns.count - 1
        guard turns[last].cues.isEmpty else {
            // "Actually make it 11" changes what was asked for before.
            guard asked, turns[last].names.isEmpty, turns[last].hasPronoun, last > 0,
                let before = turns[..<last].lastIndex(where: { !$0.cues.isEmpty })
            else { return last..<turns.count }
            return before..<turns.count
        }
        let isNext = last > 0 && !turns[last - 1].cues.isEmpty
        guard turns[last].continues(asked: asked, after: isNext) else { return turns.count..<turns.count }
        for position in turns.indices.dropLast().reversed() {
            if !turns[position].cues.isEmpty { return position..<turns.count }
            guard turns[position].continues(asked: true, after: true) else { break }
        }
        return turns.count..<turns.count
    }

    private static func choices(in turns: [HistoryTurn], times: TimeExpressionParser) -> [ToolRequest] {
        zip(turns, turns.dropFirst()).compactMap { answer, reply in
            guard answer.role == .assistant, reply.role == .user, let pending = answer.pending, let needs = answer.needs
            else { return nil }
            return FollowUp(pending: pending, needs: needs, times: times).completed(by: reply.text)
        }
    }

    // MARK: Reading

    private mutating func read(_ turns: [UserTurn], _ licensed: Range<Int>, _ people: RequestPeople) {
        var recipients: [[KnownPerson]] = []
        for (position, turn) in zip(licensed, turns[licensed]) {
            for cue in turn.cues { count(cue, in: turn) }
            let messages = turn.cues.filter { $0.kind == .message }
            for cue in messages {
                let found = turn.recipients(of: cue, among: people)
                recipients += found.names.map(\.people)
                if found.isPronoun || found.names.isEmpty {
                    recipients += antecedents(of: turn, at: position, in: turns)
                }
                composes = composes || cue.isForeign || RequestStyle.composes(turn.folded, cue)
                relays = relays || RequestStyle.relays(turn.folded)
            }
            if !messages.isEmpty || turn.cues.isEmpty, tools.contains(.sendMessage) {
                if turn.meansEverybody {
                    recipients += directory.people.filter(\.isOwn).map { [$0] } + directory.groups.map { [$0] }
                }
                if turn.folded.contains(where: { AssistantWords.of("own trainer").contains($0) }),
                    requester.user.role != .trainer
                {
                    recipients += people.coaches.map { [$0] }
                }
                if turn.cues.isEmpty { recipients += turn.names.map(\.people) }
            }
            self.people.formUnion(turn.namesMeant.flatMap(\.people).map(\.identity))
            excepted.formUnion(turn.namesExcepted.flatMap(\.people).map(\.identity))
            if turn.hasPronoun || turn.names.isEmpty {
                self.people.formUnion(antecedents(of: turn, at: position, in: turns).flatMap(\.self).map(\.identity))
            }
            if turn.meansEverybody { self.people.formUnion(directory.people.filter(\.isOwn).map(\.identity)) }
        }
        self.people.subtract(excepted)
        admit(recipients, besides: turns.flatMap(\.names), all: counts == nil)
    }

    /// A name that can mean several people means the one whom the user named in full, or else the one who is a client.
    private mutating func admit(_ named: [[KnownPerson]], besides names: [NameInText], all isBulk: Bool) {
        let certain = Set(names.filter { $0.people.count == 1 }.flatMap(\.people).map(\.identity))
        for people in named {
            let known = people.filter { certain.contains($0.identity) }
            let own = people.filter(\.isOwn)
            let meant = !known.isEmpty ? known : own.count == 1 ? own : people
            // "Both Mikes" means all of them.
            if meant.count == 1 || isBulk { recipients.formUnion(meant.map(\.identity)) } else { unclear.append(meant) }
        }
        for case .id(let id)? in choices.map(\.person) { recipients.insert(.user(id)) }
    }

    /// Resolves a pronoun: the people named before in the same turn, or in the user's last turn that names anybody.
    private func antecedents(of turn: UserTurn, at position: Int, in turns: [UserTurn]) -> [[KnownPerson]] {
        if let pronoun = turn.words.firstIndex(where: { RequestPeople.pronouns.contains($0.folded) }) {
            let before = turn.names.filter { $0.words.upperBound <= pronoun }
            if !before.isEmpty { return before.map(\.people) }
        }
        // "Tell her to rest. I mean Sara."
        return turns[..<position].last { !$0.names.isEmpty }?.names.map(\.people) ?? turn.names.map(\.people)
    }

    private mutating func count(_ cue: RequestReader.Cue, in turn: UserTurn) {
        tools.formUnion(Self.tools(for: cue, in: turn))
        if RequestStyle.isBulk(turn.folded) { counts = nil }
        counts?[cue.kind, default: 0] += 1
    }

    private static func tools(for cue: RequestReader.Cue, in turn: UserTurn) -> Set<ToolName> {
        let changes = turn.folded.contains {
            AssistantWords.of("changes").contains($0)
        }
        return switch cue.kind {
        case .message: turn.folded[cue.words].contains("remind") ? [.sendMessage, .setReminder] : [.sendMessage]
        case .schedule where changes: [.scheduleCall, .rescheduleEvent]
        case .schedule: [.scheduleCall]
        case .reschedule: changes ? [.rescheduleEvent, .scheduleCall] : [.rescheduleEvent]
        case .cancel: [.cancelEvent]
        case .remind: [.setReminder]
        }
    }

    /// Whether the user leaves it to somebody else's words what is to be done: "do what he says in his message".
    var isDelegated: Bool {
        guard tools.isEmpty, let question = origin.said.split(separator: "\n").last else { return false }
        let words = TextWord.words(of: String(question)).map(\.folded)
        let (opening, head, _) = RequestMood.opening(of: words, from: 0)
        // "Do what he says", not "do you know what he says?"
        let begins =
            words.indices.contains(head + 1)
            && AssistantWords.of("obeyed start").contains(words[head + 1])
        guard opening != .question || begins, words.indices.contains(head),
            AssistantWords.of("obeying").contains(
                words[head]
            )
        else { return false }
        return words.contains {
            AssistantWords.of("obeyed").contains($0)
        }
    }

    /// The most actions of this tool in one answer.
    func most(_ tool: ToolName) -> Int {
        guard let counts else { return .max }
        let names = max(1, people.count)
        switch tool {
        case .cancelEvent: return max(counts[.cancel, default: 1], min(names, 5))
        case .rescheduleEvent: return max(counts[.reschedule, default: 1], min(names, 5))
        default: return .max
        }
    }
}

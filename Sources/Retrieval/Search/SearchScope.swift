import Domain
import Retrieval

/// What a question says about where to look: who said it, in which chat, and when.
struct SearchScope: Sendable {
    /// The question as it's searched for.
    let text: String
    /// With the filters that the question names.
    let narrow: SearchQuery
    /// Without them.
    let wide: SearchQuery
    /// The people that the question names, each unambiguous.
    let people: [Roster.Person]
    /// Names and times are all that it says.
    let isWithoutTopic: Bool

    var isNarrow: Bool {
        narrow.since != wide.since || narrow.senderId != wide.senderId || narrow.chatId != wide.chatId
    }

    init(_ question: String, roster: Roster, requester: Requester, now: Timestamp, chat: ChatID? = nil) {
        let words = TextWord.words(of: question)
        text = String(question.prefix(SearchQuery.longestText)).trimmed
        wide = SearchQuery(text, chatId: chat)
        var narrow = wide
        let mentions = roster.mentions(among: words)
        people = mentions.compactMap { $0.people.count == 1 ? $0.people.first : nil }
        if let period = PastPeriod.find(in: question, times: RequesterTimes(requester: requester, now: now).parser, now: now)
        {
            narrow.since = period.since
            narrow.until = period.until
        }
        if people.count == 1, mentions.count == 1, let person = people.first?.userId {
            if Self.asksWhatISaid(words) {
                narrow.senderId = requester.user.id
                narrow.chatId = chat ?? roster.directChats[person]
            } else {
                narrow.senderId = person
            }
        } else if chat == nil, mentions.isEmpty, let group = roster.group(among: words)?.group {
            narrow.chatId = group.id
        }
        self.narrow = narrow
        isWithoutTopic = Topic(question, roster: roster, requester: requester, now: now).stems.isEmpty
    }

    /// "What did I tell Sara", "have I asked Sara".
    private static func asksWhatISaid(_ words: [TextWord]) -> Bool {
        let verbs: Set<String> = [
            "say", "said", "tell", "told", "write", "wrote", "written", "send", "sent", "ask", "asked", "promise",
            "promised",
        ]
        let folded = words.map(\.folded)
        guard let me = folded.firstIndex(of: "i") else { return false }
        return folded[me...].prefix(3).contains(where: verbs.contains)
    }
}

public import Domain
public import Storage

extension FullText {
    /// Of a word that more messages have, only the newest ones are ranked, unless they have a rarer word, too.
    static let candidates = 4096

    /// Messages that match any word of the query, in the current chats of `member`, best first by BM25 (Robertson and
    /// Zaragoza 2009). Of equal ones, the newest are first.
    ///
    /// Every message is ranked unless thousands match. Then these are: all with the rare words, the newest with all of the
    /// common words or with the two rarest of them, and the newest with any word. So a search takes about as long in ten
    /// million messages as in one. Fewer than `limit` messages are all that match.
    ///
    /// - Parameters:
    ///   - chats: the chats to search; all of the member's if empty.
    ///   - upTo: the newest message to be found, by `num`.
    ///   - filter: further conditions on `m` (messages), with placeholders from the given number on.
    ///   - arguments: the values of those placeholders.
    public static func search(
        _ query: String,
        visibleTo member: UserID,
        in chats: [ChatID] = [],
        upTo: Int64 = .max,
        filter: (_ first: Int) -> String = { _ in "" },
        arguments: [any SQLBindable] = [],
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [(id: MessageID, score: Double)] {
        try FullTextSearch(
            member: member,
            chats: chats,
            upTo: upTo,
            filter: filter(FullTextSearch.filterPlaceholder(after: chats)),
            arguments: arguments,
            candidates: max(candidates, limit)
        ).best(limit, of: FullTextWords.words(of: query), on: connection)
    }
}

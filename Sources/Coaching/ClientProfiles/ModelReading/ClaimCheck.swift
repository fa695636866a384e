import Domain
import Messaging

/// Decides what of a language model's claims is proven by the client's own words.
///
/// A claim only points: its quotation has to stand in the message, and an item gets the words of the message, whole
/// clauses of them, so that a quotation can't be cut into its opposite. The rules' own tests for questions, conditions,
/// other people, denials and what is over apply to it as to everything. Pure, and total: a model may claim anything.
struct ClaimCheck: Sendable {
    /// A model reads between the lines; what rules find is said in so many words.
    static let confidence = 0.7
    private static let maxClaims = 500
    private static let maxStatements = 8

    private let message: ClientMessage
    private let reading: MessageReading
    private let byRules: [ProfileStatement]

    init(_ message: ClientMessage) {
        self.message = message
        reading = MessageReading(
            sentences: ProfileLexer.sentences(of: message.text),
            sentAt: message.sentAt,
            timeZone: message.timeZone
        )
        byRules = ProfileExtractor()
            .statements(in: message.text, sentAt: message.sentAt, timeZone: message.timeZone)
    }

    /// Whether a message may state anything, so that it's worth asking a model.
    static func mayState(_ text: String) -> Bool {
        text.count >= ProfileExtractor.minCharacters
            && ProfileLexer.sentences(of: text).contains {
                !$0.isQuestion && $0.tokens.count >= QuotePlace.words.lowerBound
            }
    }

    /// What is proven, by message.
    /// - Parameter messages: those that the model has read; a claim's first is number 1.
    static func statements(
        of claims: [ProfileClaim],
        in messages: [ClientMessage]
    ) -> [MessageID: [ProfileStatement]] {
        let byMessage = Dictionary(grouping: claims.prefix(maxClaims), by: \.message)
        var found: [MessageID: [ProfileStatement]] = [:]
        for (number, message) in messages.enumerated() {
            guard let claims = byMessage[number + 1] else { continue }
            let check = ClaimCheck(message)
            var statements: [ProfileStatement] = []
            for statement in claims.lazy.compactMap({ check.statement(for: $0) }) {
                guard statements.count < maxStatements else { break }
                if statements.allSatisfy({ $0.category != statement.category || $0.text != statement.text }) {
                    statements.append(statement)
                }
            }
            if !statements.isEmpty { found[message.id] = statements }
        }
        return found
    }

    /// - Returns: `nil` if the message doesn't prove it, or if the rules have read it themselves.
    func statement(for claim: ProfileClaim) -> ProfileStatement? {
        QuotePlace.all(of: claim.quote, in: reading.sentences).lazy.compactMap { statement(for: claim, at: $0) }.first
    }

    private func statement(for claim: ProfileClaim, at place: QuotePlace) -> ProfileStatement? {
        let parts = place.parts.map { (sentence: reading.sentences[$0.sentence], range: $0.tokens) }
        guard parts.allSatisfy({ isSaid($0.sentence, $0.range, of: claim) }) else { return nil }
        let quoted = parts.flatMap { $0.sentence.tokens[$0.range] }
        guard !isFoundByRules(claim, quoted) else { return nil }
        let isOver = parts.contains { ClaimWords.isOver($0.sentence.tokens, in: claim.category) }
        guard isOver == (claim.status == .over) else { return nil }
        let named = ClaimTopics.named(claim.category, quoted)
        // What is over has to be something that an item can be about.
        guard !isOver || !named.named.isEmpty else { return nil }
        var statement = ProfileStatement(
            kind: kind(of: claim, in: parts.map(\.sentence), isNamed: !named.named.isEmpty),
            category: claim.category,
            topics: named.named.isEmpty ? named.union(ClaimTopics.words(quoted)) : named,
            text: parts.map { $0.sentence.excerpt(around: $0.range) }.joined(separator: ". ").trimmedForProfile,
            confidence: parts.contains { $0.sentence.isHedged } ? Self.confidence - 0.15 : Self.confidence
        )
        guard !statement.text.isEmpty else { return nil }
        if claim.category == .travel, !isOver { date(&statement, from: parts.map(\.sentence)) }
        return statement
    }

    /// By the time that the words name, not by the model's arithmetic.
    private func date(_ statement: inout ProfileStatement, from sentences: [ProfileSentence]) {
        let all = sentences.map { TravelRules.dates(in: $0, of: reading) }
        guard let dates = all.first(where: { $0.from != nil }), let start = dates.from else { return }
        (statement.validFrom, statement.validTo) = dates
        // Another journey to the same place.
        statement.topics.insert("number:\(start.milliseconds / 86_400_000)")
    }

    private func kind(of claim: ProfileClaim, in sentences: [ProfileSentence], isNamed: Bool) -> ProfileStatement.Kind {
        switch claim.status {
        case .holds: .fact
        case .changed: isNamed && sentences.contains { ClaimWords.isChange($0.tokens) } ? .replacement : .fact
        case .over: [.equipment, .travel].contains(claim.category) ? .withdrawal : .resolution
        }
    }

    /// Whether the author states this of themselves, as far as rules can tell.
    private func isSaid(_ sentence: ProfileSentence, _ range: Range<Int>, of claim: ProfileClaim) -> Bool {
        guard !sentence.isQuestion, !sentence.isPast, !sentence.isSupposed(range.upperBound - 1),
            range.allSatisfy({ sentence.isOwn($0) }), !isShared(sentence, range)
        else { return false }
        guard claim.status != .over else { return true }
        return !isDenied(sentence, range, in: claim.category)
    }

    private func isDenied(
        _ sentence: ProfileSentence,
        _ range: Range<Int>,
        in category: ProfileItem.Category
    ) -> Bool {
        let tokens = sentence.tokens
        // Of a long sentence an item holds a part, which a denial before it could be missing from.
        let isLong = tokens.count > ProfileSentence.maxExcerpt
        if isLong, tokens[..<range.lowerBound].contains(where: { ClaimWords.isDenial($0.word) }) { return true }
        switch category {
        // "No sugar for me" is a preference, "no pain" no injury.
        case .preferences, .stressFactors: return false
        case .injuries, .goals, .equipment, .travel:
            let clauses = Set(tokens[range].map(\.part))
            return tokens.contains { clauses.contains($0.part) && ClaimWords.isDenial($0.word) }
        }
    }

    /// Whether somebody else is in the sentence, and the author isn't plainly the one of whom it's said: "the bad back is
    /// my brother's", "I said my brother has asthma".
    private func isShared(_ sentence: ProfileSentence, _ range: Range<Int>) -> Bool {
        let tokens = sentence.tokens
        let isAlone = !tokens.indices.contains { position in
            let token = tokens[position]
            return sentence.isRelation(position) || sentence.isOther(position) || ClaimWords.others.contains(token.word)
                || token.isPossessive && sentence.isPerson(token, at: position)
        }
        if isAlone { return false }
        let rest = range.lowerBound..<tokens.count
        return !ClaimWords.authors.contains(tokens[range.lowerBound].word)
            || !rest.allSatisfy { sentence.isOwn($0) && !ClaimWords.others.contains(tokens[$0].word) }
    }

    /// Whether the rules have read the same, in this category or as something else.
    private func isFoundByRules(_ claim: ProfileClaim, _ quoted: [ProfileToken]) -> Bool {
        let words = Set(quoted.map(\.word))
        return byRules.contains { statement in
            let topics = ClaimTopics.named(statement.category, quoted).named
            if !topics.isDisjoint(with: statement.topics) { return true }
            guard statement.category == claim.category else { return false }
            let said = Set(ProfileLexer.sentences(of: statement.text).flatMap(\.words))
            return words.intersection(said).count * 2 >= words.count
        }
    }
}

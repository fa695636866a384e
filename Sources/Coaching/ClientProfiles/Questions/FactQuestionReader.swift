/// Reads a question about profiles word by word, with the vocabulary of the rules.
struct FactQuestionReader {
    private let tokens: [ProfileToken]
    private var isRead: [Bool]
    private(set) var topics: Set<FactQuestion.Topic> = []
    /// The foods that were asked about.
    private(set) var foods: Set<String> = []

    init(_ question: String) {
        let sentences = ProfileLexer.sentences(of: String(question.prefix(300)))
        tokens = sentences.flatMap(\.tokens).map { token in
            // Somebody's knee is read as one's own.
            guard FactWords.owners.contains(token.word) else { return token }
            return ProfileToken(
                word: "my",
                range: token.range,
                isPossessive: false,
                isCapitalized: false,
                part: 0
            )
        }
        isRead = tokens.map { FactWords.idle.contains($0.word) }
    }

    /// Whether no word is left that might mean something else.
    var isReadWhole: Bool { !isRead.contains(false) }

    /// "Does my right leg still hurt …?", "is my hand … tingling …?"
    var asksWhetherItHurts: Bool {
        guard let first = tokens.first?.word, FactWords.askingStart.contains(first) else {
            return false
        }
        let isPart = topics.contains { topic in
            if case .part = topic { true } else { false }
        }
        return isPart && tokens.contains { FactWords.injury.contains($0.word) || BodyWords.pains.contains($0.word) }
    }

    var asksForPast: Bool { tokens.contains { FactWords.past.contains($0.word) } }

    mutating func readTopics() {
        readDiets()
        readBody()
        readMedication()
        if topics.isEmpty { readTravel() }
        if topics.isEmpty, take(FactWords.marriage) { topics.insert(.life(FactWords.marriage)) }
        if topics.isEmpty { readGoals() }
        if topics.isEmpty { readEquipment() }
    }

    // MARK: Topics

    private mutating func readBody() {
        let conditions = BodyWords.conditions.matches(in: tokens)
        let named = mark(conditions).filter { !$0.contains(":") }
        if !named.isEmpty { topics.insert(.condition(named)) }
        let injury = take(FactWords.injury)
        if conditions.isEmpty {
            let matches = BodyWords.parts.matches(in: tokens)
            mark(matches)
            var parts = Set(matches.flatMap { Self.narrow($0.topics) })
            if let back = tokens.firstIndex(where: { $0.word == "back" }), !isRead[back], injury || owns(back) {
                isRead[back] = true
                parts.insert("back")
            }
            if !parts.isEmpty {
                for (index, token) in tokens.enumerated() {
                    guard let side = BodyWords.sides[token.word] else { continue }
                    parts.insert(side)
                    isRead[index] = true
                }
                topics.insert(.part(parts))
                return
            }
        }
        if injury, named.isEmpty { topics.insert(.injury) }
    }

    /// Of "achilles" and "foot" only the former: what hurts elsewhere in the foot is something else.
    private static func narrow(_ topics: [String]) -> [String] {
        let named = topics.filter { !$0.contains(":") }
        let narrow = named.filter { !FactWords.regions.contains($0) }
        return narrow.isEmpty ? named : narrow
    }

    private func owns(_ index: Int) -> Bool { index > 0 && tokens[index - 1].word == "my" }

    private mutating func readMedication() {
        let named = mark(BodyWords.medications.matches(in: tokens)).filter { !$0.contains(":") }
        if !named.isEmpty { topics.insert(.condition(named)) }
        if take(FactWords.medication), topics.isEmpty { topics.insert(.medication) }
    }

    private mutating func readDiets() {
        foods = Set(tokens.map(\.word).filter { PreferenceWords.foods.contains($0) || $0 == "nut" })
        if let range = FactWords.fishOnly.first(in: tokens) {
            mark(range)
            topics.insert(.diet(["pescatarian"]))
            return
        }
        let diets = mark(PreferenceWords.diets.matches(in: tokens))
        let isAllergy = take(FactWords.allergy)
        if !diets.isEmpty {
            topics.insert(.diet(diets.union(Self.foods(of: diets))))
        } else if isAllergy {
            take(foods)
            topics.insert(.allergy(foods))
        } else if !foods.isEmpty, let range = FactWords.avoiding.first(in: tokens) {
            mark(range)
            take(foods)
            let topics = foods.reduce(into: Set<String>()) { $0.formUnion(FactWords.sameFood[$1] ?? ["food-\($1)"]) }
            self.topics.insert(.diet(topics))
            // Whoever is allergic to it can't have it, and says so in other words.
            let names = topics.map { $0.hasPrefix("food-") ? String($0.dropFirst("food-".count)) : $0 }
            self.topics.insert(.allergy(foods.union(names)))
        }
    }

    /// The refusals that mean a diet: no milk is no lactose.
    private static func foods(of diets: Set<String>) -> Set<String> {
        diets.reduce(into: []) { $0.formUnion(FactWords.sameFood[$1] ?? []) }
    }

    private mutating func readGoals() {
        guard let range = FactWords.goal.first(in: tokens) else { return }
        mark(range)
        let events = mark(GoalWords.events.matches(in: tokens)).filter { $0 != "-" }
        topics.insert(.goal(events))
    }

    private mutating func readEquipment() {
        let items = mark(EquipmentWords.items.matches(in: tokens)).filter { $0 != "-" }
        guard take(FactWords.equipment) || !items.isEmpty else { return }
        topics.insert(.equipment(items))
    }

    private mutating func readTravel() {
        guard let range = FactWords.away.first(in: tokens) else { return }
        mark(range)
        topics.insert(.travel)
    }

    // MARK: Marks

    /// - Returns: the topics of the terms.
    @discardableResult
    private mutating func mark(_ matches: [TermList.Match]) -> Set<String> {
        for match in matches { mark(match.range) }
        return Set(matches.flatMap(\.topics))
    }

    private mutating func mark(_ range: Range<Int>) {
        for index in range where isRead.indices.contains(index) { isRead[index] = true }
    }

    /// - Returns: whether one of the words occurs.
    @discardableResult
    private mutating func take(_ words: Set<String>) -> Bool {
        var found = false
        for (index, token) in tokens.enumerated() where words.contains(token.word) {
            (isRead[index], found) = (true, true)
        }
        return found
    }
}

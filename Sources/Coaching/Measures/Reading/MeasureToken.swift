/// A word, a number or a mark of a message.
struct MeasureToken: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        /// In lower case, once with and once without accents.
        case word(exact: String, plain: String)
        case number(MeasureNumber)
        case mark(Character)
    }

    let content: Content
    let isCapitalized: Bool
    /// Whether no blank stands in front of it.
    let isJoined: Bool

    var plain: String? { if case .word(_, let plain) = content { plain } else { nil } }
    var number: MeasureNumber? { if case .number(let number) = content { number } else { nil } }
    func isMark(_ character: Character) -> Bool { content == .mark(character) }
}

/// Digits of a message, which have two meanings if a separator stands before three of them: 12.431.
struct MeasureNumber: Sendable, Hashable {
    /// With the last separator as the decimal one.
    let value: Double
    /// With separators between thousands; `nil` if they can't be.
    let grouped: Double?
    let hasFraction: Bool
    let hasThreeDigits: Bool

    init(_ value: Double) {
        self.value = value
        grouped = nil
        hasFraction = value != value.rounded()
        hasThreeDigits = false
    }

    /// `nil` if it isn't a number.
    init?(groups: [String]) {
        guard let first = groups.first else { return nil }
        hasThreeDigits = groups.map(\.count) == [3]
        let isGrouped =
            groups.count > 1 && (1...3).contains(first.count) && groups.dropFirst().allSatisfy { $0.count == 3 }
        grouped = isGrouped ? Double(groups.joined()) : nil
        guard groups.count <= 2 else {
            guard let grouped else { return nil }
            (value, hasFraction) = (grouped, false)
            return
        }
        guard let value = Double(groups.joined(separator: ".")) else { return nil }
        (self.value, hasFraction) = (value, groups.count == 2)
    }
}

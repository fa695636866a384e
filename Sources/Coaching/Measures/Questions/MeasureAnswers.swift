public import Domain
import Scheduling
public import Storage

/// Answers questions about what clients measure, from their points.
public protocol MeasureAnswering: Sendable {
    /// - Parameters:
    ///   - people: whom it is about, with their names: one, or all of a trainer's clients.
    ///   - period: of the days that count; all if `nil`.
    /// - Returns: `nil` if the question isn't about what clients measure, or there is nothing to answer it from.
    func answer(
        _ question: String,
        about people: [UserID: String],
        during period: Range<Timestamp>?,
        for trainer: UserID
    ) async throws -> MeasureAnswer?
}

/// What points say to a question, with the messages that they are from.
public struct MeasureAnswer: Sendable, Hashable {
    public struct Source: Sendable, Hashable {
        public let client: UserID
        public let messageId: MessageID
        public let chatId: ChatID
    }

    public let text: String
    /// The messages of the values that the text names, in its order.
    public let sources: [Source]
}

/// Answers from the points of a trainer's clients.
public struct MeasureAnswers: MeasureAnswering {
    private let database: any Database

    /// How many points of one client are read.
    private static let maxPoints = 1000
    /// How many values of one client are told.
    private static let maxNamed = 3

    public init(database: any Database) { self.database = database }

    public func answer(
        _ question: String,
        about people: [UserID: String],
        during period: Range<Timestamp>?,
        for trainer: UserID
    ) async throws -> MeasureAnswer? {
        guard let asked = MeasureQuestion(question), asked.form == .who || people.count == 1 else { return nil }
        var filter = PointRows.Filter(kind: asked.kind)
        filter.since = period.map { LocalClock.utc.local($0.lowerBound).day }
        filter.until = period.map { LocalClock.utc.local($0.upperBound.adding(seconds: -1)).day }
        let actor = Actor(userId: trainer, role: .trainer)
        let found = try await database.read { [filter] connection in
            var found: [(name: String, points: [StoredPoint])] = []
            for (client, name) in people.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
                let pair = MeasurePair(trainer: trainer, client: client)
                guard try pair.isOpen(to: actor, on: connection) else { continue }
                let points = try PointRows.list(pair, filter, limit: Self.maxPoints, on: connection)
                    .filter { asked.detail.isEmpty || $0.detail == asked.detail }
                // Oldest first.
                if !points.isEmpty { found.append((name, points.reversed())) }
            }
            return found
        }
        guard !found.isEmpty else { return nil }
        switch asked.form {
        case .who: return Self.who(asked, found)
        case .change, .trend: return found.first.flatMap { Self.change(asked, $0.name, $0.points) }
        }
    }

    // MARK: Words

    /// "Tom's weight: 84.2 kg on 2026-01-05, 81.3 kg on 2026-03-18 (-2.9 kg, 14 values)."
    private static func change(_ asked: MeasureQuestion, _ name: String, _ points: [StoredPoint]) -> MeasureAnswer? {
        guard let first = points.first, let last = points.last else { return nil }
        let title = "\(name)'s \(measure(asked))"
        guard first.id != last.id, let start = first.unit.converted(first.value, to: last.unit) else {
            return MeasureAnswer(
                text: "\(title): there is one value only, \(told(last)).",
                sources: sources([last])
            )
        }
        let change = last.value - start
        let sign = change > 0 ? "+" : ""
        let sum = "\(sign)\(MeasureNumberText.text(change)) \(last.unit.rawValue), \(points.count) values"
        let verdict = asked.form == .trend ? verdict(asked.kind, change) + " " : ""
        let from = "\(MeasureNumberText.text(start)) \(last.unit.rawValue) on \(first.day.iso)"
        return MeasureAnswer(
            text: "\(verdict)\(title): \(from), \(told(last)) (\(sum)).",
            sources: sources([first, last])
        )
    }

    private static func verdict(_ kind: MeasureKind, _ change: Double) -> String {
        guard let isBetterLow = kind.isBetterLow else { return "" }
        if change == 0 { return "It's as it was." }
        return (change < 0) == isBetterLow ? "It's better." : "It's worse."
    }

    /// "Anna: 4.5 h on 2026-03-17, 5 h on 2026-03-16."
    private static func who(
        _ asked: MeasureQuestion,
        _ found: [(name: String, points: [StoredPoint])]
    ) -> MeasureAnswer? {
        let bad = found.compactMap { name, points -> (line: String, points: [StoredPoint])? in
            let named = points.filter { point in
                point.unit.converted(point.value, to: asked.kind.unit).map(asked.kind.isBad) ?? false
            }.suffix(maxNamed)
            guard !named.isEmpty else { return nil }
            return ("\(name): " + named.map(told).joined(separator: ", ") + ".", Array(named))
        }
        guard !bad.isEmpty else {
            return MeasureAnswer(text: "Nobody, by the values that I have of \(measure(asked)).", sources: [])
        }
        return MeasureAnswer(
            text: bad.map(\.line).joined(separator: "\n"),
            sources: sources(bad.flatMap(\.points))
        )
    }

    private static func measure(_ asked: MeasureQuestion) -> String {
        let name = asked.kind.rawValue.reduce(into: "") { text, letter in
            text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
        }
        return asked.detail.isEmpty ? name : "\(asked.detail) \(name)"
    }

    private static func told(_ point: StoredPoint) -> String {
        "\(MeasureNumberText.text(point.value)) \(point.unit.rawValue) on \(point.day.iso)"
    }

    private static func sources(_ points: [StoredPoint]) -> [MeasureAnswer.Source] {
        points.compactMap { point in
            guard let message = point.message, let chat = point.chat else { return nil }
            return MeasureAnswer.Source(client: point.pair.client, messageId: message, chatId: chat)
        }
    }
}

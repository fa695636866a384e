public import Domain

/// Reads what is known about a trainer's clients: their profiles.
public protocol FactReading: Sendable {
    /// - Parameters:
    ///   - question: without names and times; a name that owns something stands as "my".
    ///   - client: only this one, if not `nil`.
    ///   - period: when a journey must take place.
    /// - Returns: `nil` if the question isn't about what profiles hold.
    func facts(
        _ question: String,
        of client: UserID?,
        during period: Range<Timestamp>?,
        for trainer: UserID
    ) async throws -> KnownFacts?

    /// Everything that is known about a client.
    func all(of client: UserID, for trainer: UserID) async throws -> [ProfileItem]
}

/// What profiles say to a question.
public struct KnownFacts: Sendable {
    /// A client with the items that answer.
    public struct Line: Sendable {
        public let client: UserID
        public let items: [ProfileItem]

        public init(client: UserID, items: [ProfileItem]) {
            self.client = client
            self.items = items
        }
    }

    public let lines: [Line]
    /// Whether any injury was asked for: of an old one that nobody has called over nobody knows whether it lasts.
    public let isAboutInjuries: Bool
    /// Whether what is over answers, too.
    public let isAboutBody: Bool
    /// Whether it may be over without a word, as pains are and conditions aren't.
    public let mayHealUnseen: Bool
    /// Whether it was asked who is away, so that a period is when they are.
    public let isAboutTravel: Bool
    /// Whether it was asked who has had, and not who has.
    public let asksForPast: Bool
    /// Whether whoever is left out of the answer may come to harm.
    public let isAboutHealth: Bool
    /// The foods that were asked about.
    public let foods: Set<String>

    public init(
        lines: [Line],
        isAboutInjuries: Bool = false,
        isAboutBody: Bool = false,
        mayHealUnseen: Bool = false,
        isAboutTravel: Bool = false,
        asksForPast: Bool = false,
        isAboutHealth: Bool = false,
        foods: Set<String> = []
    ) {
        self.lines = lines
        self.mayHealUnseen = mayHealUnseen
        self.isAboutTravel = isAboutTravel
        self.isAboutInjuries = isAboutInjuries
        self.isAboutBody = isAboutBody
        self.asksForPast = asksForPast
        self.isAboutHealth = isAboutHealth
        self.foods = foods
    }
}

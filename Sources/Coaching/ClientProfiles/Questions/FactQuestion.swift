/// What a question wants to know of profiles: "who has knee trouble?", "how is her knee?", "which clients are vegetarian?".
///
/// It must be made of words that the vocabulary knows and of words that carry nothing, so that "who sprained an ankle
/// playing netball?" isn't answered with everybody's ankles.
public struct FactQuestion: Sendable, Hashable {
    enum Topic: Sendable, Hashable {
        /// Any injury, not a condition that lasts.
        case injury
        /// Regions of the body, and sides.
        case part(Set<String>)
        case condition(Set<String>)
        case medication
        /// Ways to eat, and foods that somebody doesn't take.
        case diet(Set<String>)
        /// Allergies; to these foods, if there are any.
        case allergy(Set<String>)
        case goal(Set<String>)
        case equipment(Set<String>)
        case travel
        /// What goes on in life, by the words that tell of it.
        case life(Set<String>)
    }

    /// Any of these.
    let topics: Set<Topic>
    /// "Who has had …?": what is over counts, too.
    public let asksForPast: Bool

    /// The foods that it asks about.
    public let foods: Set<String>

    /// Whether somebody may come to harm if they are left out of the answer.
    public var isAboutHealth: Bool {
        topics.contains { topic in
            switch topic {
            case .injury, .part, .condition, .medication, .diet, .allergy: true
            case .goal, .equipment, .travel, .life: false
            }
        }
    }

    /// Whether it asks for any injury, so that old ones that nobody has called over are doubtful.
    public var isAboutInjuries: Bool { topics == [.injury] }
    /// Whether it asks where people are, so that a period in the question is when they are there.
    public var isAboutTravel: Bool { topics == [.travel] }
    /// Whether it asks only for what hurts, not for conditions that last.
    public var isAboutPain: Bool {
        topics.allSatisfy { topic in
            switch topic {
            case .injury, .part: true
            default: false
            }
        }
    }
    /// Whether what is over answers it, too: "how is her knee?" is answered by its recovery.
    public var isAboutBody: Bool {
        topics.allSatisfy { topic in
            switch topic {
            case .injury, .part, .condition: true
            default: false
            }
        }
    }

    /// - Parameters:
    ///   - question: without names and times; a name that owns something stands as "my".
    ///   - isAboutOne: whether it names one person. "Does her right leg still hurt on stairs?" may say more than the
    ///     vocabulary knows.
    public init?(_ question: String, isAboutOne: Bool = false) {
        var reader = FactQuestionReader(question)
        reader.readTopics()
        guard !reader.topics.isEmpty, reader.isReadWhole || isAboutOne && reader.asksWhetherItHurts else { return nil }
        topics = reader.topics
        asksForPast = reader.asksForPast
        foods = reader.foods
    }
}

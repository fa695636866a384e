import Domain
import SpotterAPI

/// Advice in the app's shape: these members and no others.
struct GivenAdvice: Sendable {
    let answer: AdviceAnswer

    init(_ answer: AssistantAnswer) { self.answer = AdviceAnswer(answer) }

    var json: JSONValue {
        [
            "main_advice": .string(answer.mainAdvice),
            "reasoning": answer.reasoning.map { .string($0) } ?? .null,
            "confidence_score": .number(min(max(answer.confidence, 0), 1)),
            "alternatives": .array(
                answer.alternatives.map { alternative in
                    [
                        "player": .string(alternative.title),
                        "reason": alternative.reason.map { .string($0) } ?? .null,
                    ]
                }
            ),
            "model_identifier": .string(answer.model),
        ]
    }
}

import Domain
import LanguageModels

/// What a model that advises is told to write.
enum AdviceFormat {
    /// The names are chosen so that the advice comes first, also where members are sorted: it is shown while the rest is
    /// still being written.
    static let json = AnswerFormat(
        name: "advice",
        schema: [
            "type": "object",
            "properties": [
                "advice": ["type": "string", "description": "What you advise, in plain sentences."],
                "alternatives": [
                    "type": "array", "description": "Other real options; empty if there are none.",
                    "items": [
                        "type": "object",
                        "properties": ["title": ["type": "string"], "reason": ["type": "string"]],
                        "required": ["title", "reason"], "additionalProperties": false,
                    ],
                ],
                "confidence": ["type": "number", "description": "The probability that it is right, 0 to 1."],
                "reasoning": ["type": "string", "description": "Why."],
            ],
            "required": ["advice", "alternatives", "confidence", "reasoning"], "additionalProperties": false,
        ]
    )

    static let rules = """


        The form of your answer
        - Answer with one JSON object and nothing around it, its members in this order: {"advice": "…", \
        "alternatives": [{"title": "…", "reason": "…"}], "confidence": 0.0, "reasoning": "…"}
        - advice: what you advise, in plain sentences with the numbers of the lines it rests on; no JSON inside. \
        alternatives: other real options, none if there are none. confidence: the probability from 0 to 1 that your \
        advice turns out right; it is compared with what becomes of it. reasoning: why, briefly.
        - You only advise: no tool of yours prepares or does anything.
        """
}

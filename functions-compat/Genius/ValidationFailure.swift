import Domain

/// What is wrong with a request, field by field, as FastAPI says it with status 422.
///
/// The values themselves are never repeated: they may be secrets.
struct ValidationFailure: Error, Sendable, Hashable {
    struct Problem: Sendable, Hashable {
        /// Where it is: `["body", "conversation", 0, "role"]`.
        let place: [JSONValue]
        /// Pydantic's word for it.
        let type: String
        let message: String
    }

    let problems: [Problem]

    var json: JSONValue {
        let list = problems.map { problem -> JSONValue in
            ["type": .string(problem.type), "loc": .array(problem.place), "msg": .string(problem.message)]
        }
        return GeniusContract.detail(.array(list))
    }

    static func one(_ place: JSONValue..., type: String, _ message: String) -> ValidationFailure {
        ValidationFailure(problems: [Problem(place: place, type: type, message: message)])
    }
}

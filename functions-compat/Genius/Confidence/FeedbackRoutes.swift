import Accounts
import Assistant
import Domain
import Gateway
import Hummingbird
import SpotterAPI

/// `POST /feedback`: what became of advice.
struct FeedbackRoutes {
    let services: GeniusServices

    private static let maxBytes = 64 * 1024

    func add(to table: inout RouteTable) {
        let ratings = services.assistant.ratings
        table.on(
            .post,
            "/feedback",
            "rateGeniusAdvice",
            "Say whether advice turned out well; a later rating replaces it",
            body: FeedbackBody.self,
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self,
            cost: .light
        ) { request, context in
            let principal = try context.requirePrincipal()
            let body = try await JSONValue.object(try await request.bytes(upTo: Self.maxBytes), context)
            var reader = FieldReader(body)
            let id = reader.text("response_id", "responseId")
            let outcome = reader.flag("outcome")
            let note = reader.text("feedback_notes", "feedbackNotes", upTo: AdviceFeedbackRequest.maxNote)
            if reader.value("response_id", "responseId") == nil { reader.missing("response_id") }
            if reader.value("outcome") == nil { reader.missing("outcome") }
            try reader.check()
            guard let id, let outcome, let turn = ResponseID.turn(id) else {
                throw SpotterError(.notFound, Self.unknown)
            }
            let rating = AdviceFeedbackRequest(outcome: outcome ? .good : .bad, note: note?.trimmed.nonEmpty)
            do {
                _ = try await ratings.rate(turn, rating, by: principal.actor)
            } catch let error as SpotterError where error.code == .notFound {
                throw SpotterError(.notFound, Self.unknown)
            }
            return JSONResponse(
                [
                    "status": "success", "message": "Feedback recorded successfully", "response_id": .string(id),
                ] as JSONValue
            )
        }
    }

    private static let unknown = "Response ID not found"
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

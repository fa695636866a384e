import Domain
import ServerTestKit
import Testing

/// The webhooks of Yaip, at both of their addresses.
extension DocumentedStudio {
    func webhooks() async throws {
        let message = try await say("Agreed, 6am it is. My knee hurts. Can you send me the plan by tomorrow?")
        for base in ["/webhook", ""] {
            let chat = #""conversationID":"\#(direct)""#
            let features = ["summarize", "extract_actions", "schedule_meeting", "track_decisions", "detect_priority"]
            for feature in features {
                try await http.call("POST", "\(base)/\(feature)", token: trainer, body: "{\(chat)}")
            }
            let search = #"{\#(chat),"parameters":{"query":"knee"}}"#
            try await http.call("POST", "\(base)/search", token: trainer, body: search)
            let question = #"{\#(chat),"query":"Whose knee hurts?"}"#
            try await http.call("POST", "\(base)/rag_search", token: trainer, body: question)
            let named = #"{\#(chat),"messageID":"\#(message)"}"#
            try await http.call("POST", "\(base)/ingest_message", token: trainer, body: named)
            let nowhere = #"{"conversationID":"018f0000-0000-7000-8000-00000000dead"}"#
            try await http.call("POST", "\(base)/summarize", token: trainer, body: nowhere, status: 404)
            try await http.call("POST", "\(base)/search", token: trainer, body: "{\(chat)}", status: 400)
        }
    }
}

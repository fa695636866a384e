import Domain

/// A line that the app shows while it waits: `{"status","message"}`. The words of the first are the app's own.
struct AdviceStatus: Sendable, Hashable {
    let status: String
    let message: String

    static let created = AdviceStatus(status: "created", message: "Connecting...")
    static let searchStarted = AdviceStatus(status: "web_search_started", message: "Starting web search...")
    static let searching = AdviceStatus(status: "web_search_searching", message: "Searching the web...")
    static let searched = AdviceStatus(status: "web_search_completed", message: "Web search completed.")
    static let typing = AdviceStatus(status: "message_start", message: "Assistant is typing...")
    static let finalizing = AdviceStatus(status: "message_generating_done", message: "Finalizing response...")

    /// Whether there is no such response or it is somebody else's isn't told.
    static let contextRestarted = AdviceStatus(
        status: "context_restarted",
        message: "The conversation to continue isn't here; going on from the messages that came along."
    )

    static func searchFailed(_ why: String) -> AdviceStatus { .init(status: "web_search_failed", message: why) }
    static func processing(_ title: String) -> AdviceStatus {
        .init(status: "annotation_found", message: "Processing \(title)...")
    }
    static func calling(_ tool: String) -> AdviceStatus {
        .init(status: "function_call_started", message: "Calling \(tool)...")
    }
    static func called(_ tool: String) -> AdviceStatus {
        .init(status: "function_call_completed", message: "\(tool) completed.")
    }
    static func callFailed(_ why: String) -> AdviceStatus { .init(status: "function_call_failed", message: why) }
    static func modelReplaced(_ model: String) -> AdviceStatus {
        .init(status: "model_replaced", message: "That model isn't here; \(model) answers.")
    }

    static func modelSees(_ model: String) -> AdviceStatus {
        .init(status: "model_replaced", message: "\(model) answers, since it understands pictures.")
    }

    var json: JSONValue { ["status": .string(status), "message": .string(message)] }
}

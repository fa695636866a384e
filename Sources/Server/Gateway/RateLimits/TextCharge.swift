import SpotterAPI

/// What of a user's JSON body counts against `Quota.messageBytes`, which bounds what a user has stored.
enum TextCharge: Sendable {
    /// All of its bytes. So it is wherever nothing else is said below, so that no route can forget it.
    case body
    /// The route counts what it stores, because that is less than what came, or more.
    case counted
    /// Nothing of it is kept.
    case nothing
}

extension TextCharge {
    static func of(_ operation: String) -> TextCharge { exceptions[operation] ?? .body }

    /// The operations of which something is said here.
    static var operations: Set<String> { Set(exceptions.keys) }

    private static let exceptions: [String: TextCharge] = {
        let lists: [(TextCharge, [String])] = [
            // Only the text of a message; the texts of all recipients; of what a program says only the question.
            (
                .counted,
                ["sendMessage", "editMessage", "broadcast", "confirmProposal", "streamGeniusAdvice", "getGeniusAdvice"]
                    + bothPaths(["createChatCompletion", "createResponse", "generateContent", "streamGenerateContent"])
            ),
            // Files, which are counted as such.
            (.counted, ["beginUpload"] + ofProject(["createProxiedCompletion", "callModelProxy"])),
            (
                .nothing,
                [
                    "search", "sync", "markChatRead", "summarizeChat", "previewAutomatic", "renderTemplate",
                    "exportAccount", "deleteAccount",
                ] + bothPaths(["createEmbedding", "embedContent", "batchEmbedContents", "countTokens"])
                    + ofProject(["searchByProxy"])
                    + [
                        "summarize", "extractActions", "scheduleMeeting", "trackDecisions", "detectPriority", "search",
                        "ragSearch", "ingestMessage",
                    ].flatMap { ["\($0)Webhook", "\($0)WebhookAtRoot"] }
            ),
        ]
        var exceptions: [String: TextCharge] = [:]
        for (charge, operations) in lists { for operation in operations { exceptions[operation] = charge } }
        return exceptions
    }()

    private static func bothPaths(_ operations: [String]) -> [String] { operations.flatMap { [$0, "\($0)AtV1"] } }
    private static func ofProject(_ operations: [String]) -> [String] { operations.flatMap { [$0, "\($0)OfProject"] } }
}

import Accounts
import Assistant
import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import SpotterAPI

/// Conversations with the assistant: lists, branches, deletion, export.
struct ConversationRoutes {
    let assistant: AssistantService

    private static let one = "/v1/assistant/conversations/{conversationId}"
    private static let turn = "/v1/assistant/messages/{messageId}"

    func add(to table: inout RouteTable) {
        table.tag = .assistant
        addReading(to: &table)
        addChanging(to: &table)
        addBranches(to: &table)
        addExport(to: &table)
    }

    private func addReading(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .get,
            "/v1/assistant/conversations",
            "listConversations",
            "List the user's conversations, pinned ones first, then latest first",
            query: [
                QueryParameter("archived", Bool.self, "True lists those that are archived, and only those."),
                QueryParameter("query", String.self, "Words of the title or of one's questions."),
                QueryParameter("limit", Int.self), QueryParameter("before", ConversationID.self),
            ],
            response: .json(ConversationTree.Page.self)
        ) { request, context in
            let before: ConversationID? = try request.parameter("before", as: ConversationID.self)
            let page = try await assistant.conversations.list(
                of: try context.requirePrincipal().actor,
                archived: try request.parameter("archived") ?? false,
                query: try request.parameter("query"),
                before: before,
                limit: try request.parameter("limit") ?? 50
            )
            return JSONResponse(page)
        }
        table.on(
            .get,
            Self.one,
            "getConversation",
            "A conversation with all its turns, or what has changed in it since a revision",
            query: [
                QueryParameter("since", Int.self, "A revision that is known already; only what came after it is told.")
            ],
            response: .json(ConversationTree.self)
        ) { request, context in
            let tree = try await assistant.conversations.get(
                try context.id("conversationId", what: "conversation"),
                since: try request.parameter("since", as: Int64.self),
                for: try context.requirePrincipal().actor
            )
            return JSONResponse(tree)
        }
    }

    private func addChanging(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .patch,
            Self.one,
            "updateConversation",
            "Rename, pin or archive a conversation, or choose its model and parameters",
            body: UpdateConversationRequest.self,
            response: .json(ConversationResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateConversationRequest.self, context: context)
            let head = try await assistant.update(
                try context.id("conversationId", what: "conversation"),
                body,
                by: try context.requirePrincipal()
            )
            return JSONResponse(ConversationResponse(conversation: head))
        }
        table.on(
            .delete,
            Self.one,
            "deleteConversation",
            "Delete a conversation",
            response: .noContent
        ) { _, context in
            try await assistant.delete(
                try context.id("conversationId", what: "conversation"),
                by: try context.requirePrincipal()
            )
            return Response(status: .noContent)
        }
    }

    private func addBranches(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .post,
            Self.turn + "/select",
            "selectBranch",
            "Show this turn, or the alternative after or before it, on the active branch",
            body: SelectBranchRequest.self,
            response: .json(ConversationTree.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(SelectBranchRequest.self, context: context)
            let change = try await assistant.select(
                try context.id("messageId", what: "message"),
                step: body.step,
                by: try context.requirePrincipal()
            )
            return JSONResponse(change)
        }
        table.on(
            .put,
            Self.turn + "/rating",
            "rateAnswer",
            "Say whether an answer is good; a later rating replaces it, null takes it back",
            body: RateAnswerRequest.self,
            response: .json(ConversationTree.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(RateAnswerRequest.self, context: context)
            let change = try await assistant.conversations.rate(
                try context.id("messageId", what: "message"),
                body.rating,
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(change)
        }
        table.on(
            .delete,
            Self.turn,
            "deleteTurns",
            "Delete a question or an answer with everything below it",
            response: .json(ConversationTree.self)
        ) { _, context in
            let change = try await assistant.delete(
                from: try context.id("messageId", what: "message"),
                by: try context.requirePrincipal()
            )
            return JSONResponse(change)
        }
    }

    private func addExport(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .get,
            Self.one + "/export",
            "exportConversation",
            "A conversation as a file: the active branch in Markdown, or all of it in JSON",
            query: [QueryParameter("format", ConversationExportFormat.self)],
            response: .jsonOrText(ConversationTree.self, "text/markdown")
        ) { request, context in
            let format = try request.parameter("format", as: String.self).map { word in
                guard let format = ConversationExportFormat(rawValue: word) else {
                    throw SpotterError.invalid("format must be markdown or json.")
                }
                return format
            }
            let principal = try context.requirePrincipal()
            let tree = try await assistant.conversations.get(
                try context.id("conversationId", what: "conversation"),
                for: principal.actor
            )
            return try Self.file(tree, format ?? .markdown, for: principal.user)
        }
    }

    private static func file(
        _ tree: ConversationTree,
        _ format: ConversationExportFormat,
        for user: User
    ) throws -> Response {
        let body: ByteBuffer
        let mediaType: String
        switch format {
        case .json: (body, mediaType) = (ByteBuffer(bytes: try tree.json()), "application/json; charset=utf-8")
        case .markdown:
            let markdown = ConversationMarkdown(tree, name: user.displayName, timezone: user.timezone)
            (body, mediaType) = (ByteBuffer(string: markdown.text), "text/markdown; charset=utf-8")
        }
        let name = ConversationMarkdown.fileName(for: tree.conversation.title, format)
        return Response(
            status: .ok,
            headers: [
                .contentType: mediaType, .contentDisposition: ContentDisposition.attachment(name),
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: body)
        )
    }
}

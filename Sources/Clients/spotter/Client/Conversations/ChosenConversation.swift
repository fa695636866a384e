import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

/// The conversation that a command is about.
struct ChosenConversation: ParsableArguments {
    @Argument(help: ArgumentHelp("The number in the list, a title or an id.", valueName: "n"))
    var conversation: String

    init() {}

    /// - Parameter archived: whether a number counts in the list of archived ones.
    func find(_ api: SpotterHTTP, archived: Bool = false) async throws -> ConversationHead {
        try await Self.find(conversation, api, archived: archived)
    }

    static func find(
        _ conversation: String,
        _ api: SpotterHTTP,
        archived: Bool = false
    ) async throws -> ConversationHead {
        if let id = ConversationID(conversation) { return try await api.conversation(id).conversation }
        let listed = try await api.conversations(archived: archived, limit: 200).conversations
        if let number = Int(conversation) {
            guard listed.indices.contains(number - 1) else {
                throw SpotterError(
                    .notFound,
                    "there is no conversation \(number). `spotter conversations` lists them."
                )
            }
            return listed[number - 1]
        }
        let others = try await api.conversations(archived: !archived, limit: 200).conversations
        return try finding("conversation", listedBy: "spotter conversations") {
            try NameMatch.first(conversation, in: listed + others, named: { [$0.title] })
        }
    }

    /// Changes it, and says so.
    func change(
        _ request: UpdateConversationRequest,
        _ options: ClientOptions,
        archived: Bool = false,
        saying words: (String) -> String
    ) async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            let found = try await find(api, archived: archived)
            let changed = try await api.update(conversation: found.id, request)
            if options.json { return try ClientOutput.document(ConversationResponse(conversation: changed)) }
            ClientOutput.lines([words(TerminalText.line(changed.title))])
        }
    }
}

/// Writes a file that doesn't exist yet.
enum NewFile {
    static func write(_ data: Data, to path: String) throws {
        do {
            try data.write(to: URL(filePath: path), options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            throw ValidationError("\(path) exists already; choose another name.")
        }
    }
}

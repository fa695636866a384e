import Domain
import SpotterAPI

/// The scope that an API key needs for each operation. What isn't listed can't be done with a key.
enum KeyScopes {
    static func scope(of operation: String) -> KeyScope? { scopes[operation] }

    /// The operations that some key can do.
    static var operations: Set<String> { Set(scopes.keys) }

    private static let scopes: [String: KeyScope] = {
        let lists: [(KeyScope, [String])] = [
            (
                .messagesRead,
                [
                    "listChats", "getChat", "listMembers", "listMessages", "getMessage", "listEdits", "listReactions",
                    "listReceipts", "listDrafts", "getPresence", "getChatPresence", "sync", "openSocket",
                    "getMedia", "headMedia", "getMediaContent", "headMediaContent", "getMediaThumbnail",
                    "headMediaThumbnail", "listInbox", "listScheduledMessages", "getScheduledMessage",
                ]
            ),
            (
                .messagesWrite,
                [
                    "openChat", "sendMessage", "editMessage", "deleteMessage", "toggleReaction", "addReaction",
                    "removeReaction", "markChatRead", "markAllChatsRead", "putDraft", "deleteDraft", "beginUpload",
                    "appendToUpload", "deleteMedia", "changeChatSettings", "updateChat",
                    "scheduleMessage", "updateScheduledMessage", "cancelScheduledMessage", "snoozeChat",
                    "unsnoozeChat", "transcribe", "createTranscription",
                ]
            ),
            (
                .search,
                ["search", "relatedMessages"] + bothPaths(["createEmbedding", "embedContent", "batchEmbedContents"])
                    + webhooks(["search", "ingestMessage"])
            ),
            // A key asks and cancels; only a person confirms what the assistant proposes.
            (
                .assistant,
                [
                    "ask", "streamAnswer", "stopAnswer", "regenerateAnswer", "listConversations", "getConversation",
                    "updateConversation", "deleteConversation", "selectBranch", "deleteTurns", "exportConversation",
                    "rateAnswer",
                    "listModels", "getUsage", "listProposals",
                    "getProposal",
                    "cancelProposal", "listAudit", "summarizeChat", "getChatInsights", "updateActionItem",
                    "suggestReminder",
                    "proposeReminder", "suggestMeeting", "proposeMeeting", "askForVotes", "getVotes", "advise",
                    "getFeedback", "rateAdvice",
                    "unrateAdvice", "listAdvice", "getCalibration",
                    "getWeek", "draftFromWeek",
                    "dismissWeekReason", "restoreWeekReason", "getProactive",
                ] + bothPaths(contracts) + ["listGeminiModels", "getGeminiModel"] + webhooks(webhookFeatures)
                    + proxy + proxy.map { "\($0)OfProject" } + genius
            ),
            (
                .calendarRead,
                [
                    "listEvents", "getEvent", "downloadCalendar", "downloadEvent", "listReminders", "listNotices",
                    "getScheduling",
                ]
            ),
            (
                .calendarWrite,
                [
                    "createEvent", "updateEvent", "deleteEvent", "createReminder", "completeReminder",
                    "snoozeReminder", "deleteReminder", "markNoticeSeen",
                ]
            ),
            (
                .profile,
                [
                    "getProfile", "listContacts", "listProspects", "findPeople", "getPerson", "getClientProfile",
                    "listOwnProfiles", "getVoice", "getMeasures", "exportMeasures", "getMeasureAlerts",
                    "listMeasureKinds", "listCheckIns", "getCheckIn", "listAskedCheckIns", "getAskedCheckIn",
                    "listClientPhotos",
                ]
            ),
        ]
        var scopes: [String: KeyScope] = [:]
        for (scope, operations) in lists { for operation in operations { scopes[operation] = scope } }
        return scopes
    }()

    /// Questions and answers by the contracts of OpenAI and Gemini.
    private static let contracts = [
        "listOpenAIModels", "getOpenAIModel", "createChatCompletion", "createResponse", "getResponse",
        "deleteResponse", "cancelResponse", "listInputItems", "generateContent",
        "streamGenerateContent", "countTokens",
    ]

    private static let webhookFeatures = [
        "summarize", "extractActions", "scheduleMeeting", "trackDecisions", "detectPriority", "ragSearch",
    ]

    /// Operations of webhooks, which are served under `/webhook` and beside it.
    private static func webhooks(_ features: [String]) -> [String] {
        features.flatMap { ["\($0)Webhook", "\($0)WebhookAtRoot"] }
    }

    /// Models that a program asks through this server, and what belongs to that.
    private static let proxy = [
        "callModelProxy", "readModelProxy", "createProxiedCompletion", "searchByProxy", "listProxiedModels",
        "getProxiedJob",
    ]

    /// Advice by the contract of Genius.
    private static let genius = [
        "streamGeniusAdvice", "getGeniusAdvice", "getGeniusModel", "getGeniusDefaultModel", "explainSearch",
        "rateGeniusAdvice", "getConfidenceStats", "listRecentConfidence", "getBrierScore", "getConfidenceCalibration",
        "tuneConfidence", "getConfidencePhrases", "getLeagueCredentials", "setLeagueCredentials",
        "removeLeagueCredentials", "getBaseballPlayer", "getBaseballStandings", "listBaseballLeaders",
        "searchBaseballPlayers", "getBaseballHealth",
    ]

    /// Operations that are also served at a second path.
    private static func bothPaths(_ operations: [String]) -> [String] { operations.flatMap { [$0, "\($0)AtV1"] } }
}

extension ClientFrame {
    /// The scope that an API key needs for it; `nil` for what concerns the connection only.
    var neededScope: KeyScope? {
        switch self {
        case .send, .change, .delivered, .read, .typing: .messagesWrite
        case .hello, .ping, .presence: nil
        }
    }
}

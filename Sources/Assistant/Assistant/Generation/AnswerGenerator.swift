import AssistantTools
import Domain
import LanguageModels
import OutputSafety
import SpotterAPI

/// What an answer is to be.
enum AnswerForm: Sendable, Hashable {
    case text
    /// Advice with its confidence and alternatives. It proposes nothing.
    case advice
}

/// A question and everything needed to answer it.
struct AnswerTask: Sendable {
    let question: String
    let history: [HistoryTurn]
    let requester: Requester
    let conversationId: ConversationID
    let answerId: TurnID
    /// The only chat whose messages may answer.
    let chatId: ChatID?
    /// When the question was asked.
    let now: Timestamp
    var limits: AssistantLimits
    var settings = ConversationSettings()
    /// What the user wants of all answers.
    var userInstructions: String?
    /// The files that the question brings along.
    var attachments: [QuestionAttachment] = []
    /// The pictures of earlier questions.
    var earlierPictures: [MediaID: ModelImage] = [:]
    /// Whether the question was typed by the person, who may decide on proposals with it: not by a program with an API
    /// key, and not asked again.
    var mayDecide = false
    var form = AnswerForm.text
    /// Whether the user wants the web to be searched; `nil` leaves it to the question.
    var webSearch: Bool?
    /// Tools that ask a service outside; `nil` for none.
    var lookups: (any LookupTools)?
    /// Context that a program sent with the question.
    var supplied = SuppliedContext()

    var wishes: AnswerWishes {
        AnswerWishes(
            ofUser: userInstructions,
            ofConversation: settings.instructions,
            ofProgram: supplied.instructions.map { String($0.prefix(SuppliedContext.maxInstructions)) }
        )
    }

    /// The hosts that the user named in this conversation. An answer links to no others.
    var ownHosts: Set<String> {
        history.filter { $0.role == .user }.reduce(into: LinkFilter.hosts(in: question)) { hosts, turn in
            hosts.formUnion(LinkFilter.hosts(in: turn.text))
        }
    }
}

/// Generates answers, with a language model or without one.
/// Publishes events to the generation and returns when the answer is complete. Events that were published before an
/// error or a cancellation are kept.
protocol AnswerGenerator: Sendable {
    func answer(_ task: AnswerTask, into generation: Generation) async throws
}

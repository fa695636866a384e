import Accounts
import Assistant
import AssistantTools
package import BuiltInAnswers
import ClientProfiles
package import Domain
import Foundation
import Logging
import Messaging
import Scheduling
package import SpotterAPI
import SpotterServer

/// A world whose assistant is asked labelled questions.
package struct AnswersWorld {
    package let world: ImportedWorld
    private let assistant: AssistantService

    /// - Parameters:
    ///   - fixture: the path of JSON lines to import.
    ///   - start: the world's present.
    ///   - model: answers instead of the built-in one.
    package static func open(
        fixture: String,
        at start: Timestamp,
        model: MeasuredModel? = nil
    ) async throws -> AnswersWorld {
        let world = try await ImportedWorld.open(fixture: fixture, at: start)
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let (database, clock, ids) = (world.database, world.clock, world.ids)
        try await ProfileFollower(database: database, logger: logger).readPending()
        let audit = try await AuditLog.open(database, keys: world.keysPath, logger: logger)
        let reminders = Reminders(database: database, clock: clock, ids: ids)
        let assistant = AssistantService(
            database: database,
            clock: clock,
            ids: ids,
            search: world.search,
            resolver: ToolResolver(database: database, clock: clock),
            proposals: Proposals(
                database: database,
                clock: clock,
                ids: ids,
                executor: ToolExecutor(messages: world.messaging.messages, reminders: reminders, ids: ids),
                audit: audit
            ),
            derived: DerivedTexts(clock: clock, ids: ids, audit: audit),
            sources: AnswerSources(
                events: EventCalendar(database: database, clock: clock, ids: ids),
                reminders: reminders,
                inbox: world.messaging.inbox,
                chats: world.messaging.chats,
                facts: ProfileFactReading(database: database, clock: clock)
            ),
            models: [model?.model].compactMap(\.self),
            logger: logger
        )
        return AnswersWorld(world: world, assistant: assistant)
    }

    /// The answer, in a conversation of its own, and the time it took.
    package func ask(_ question: LabelledQuestion) async throws -> (answer: AssistantAnswer, milliseconds: Double) {
        let principal = Principal(user: try world.user(question.as, asking: question.id), sessionId: world.ids.next())
        let clock = ContinuousClock()
        let start = clock.now
        let generation = try await assistant.query(AssistantQuery(message: question.question), by: principal)
        let answer = try await generation.answer()
        return (answer, (clock.now - start) / .milliseconds(1))
    }

    /// The answers to the turns of one conversation.
    package func talk(_ turns: [String], as email: String) async throws -> [AssistantAnswer] {
        let principal = Principal(user: try world.user(email, asking: email), sessionId: world.ids.next())
        var answers: [AssistantAnswer] = []
        for turn in turns {
            let query = AssistantQuery(message: turn, conversationId: answers.first?.conversationId)
            answers.append(try await assistant.query(query, by: principal).answer())
        }
        return answers
    }

    /// What the grade of its answer rests on.
    package func examine(_ question: LabelledQuestion) async throws -> AnswerExamination {
        try await AnswerExamination(
            of: question.question,
            by: Requester(user: try world.user(question.as, asking: question.id)),
            search: world.search,
            now: world.clock.now()
        )
    }

    package func close() async throws { try await world.close() }
    package func remove() { world.remove() }
}

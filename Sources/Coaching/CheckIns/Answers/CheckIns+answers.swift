import Accounts
public import Domain
import Messaging
import Scheduling
public import SpotterAPI
import Storage

/// What was asked, and answers by the form.
extension CheckIns {
    /// What is to be listed; everything if all are `nil`.
    public struct AskedQuery: Sendable {
        public var checkIn: CheckInID?
        public var chat: ChatID?
        public var client: UserID?
        public var state: AskedCheckIn.State?
        public var before: AskedCheckInID?
        /// 1 to 200.
        public var limit: Int

        public init(
            checkIn: CheckInID? = nil,
            chat: ChatID? = nil,
            client: UserID? = nil,
            state: AskedCheckIn.State? = nil,
            before: AskedCheckInID? = nil,
            limit: Int = 50
        ) {
            self.checkIn = checkIn
            self.chat = chat
            self.client = client
            self.state = state
            self.before = before
            self.limit = limit
        }
    }

    /// What a trainer has asked or a client was asked, newest first.
    /// - Throws: `invalid_request` if the limit is out of range.
    public func asked(_ query: AskedQuery, for actor: Actor) async throws -> AskedCheckInsResponse {
        guard (1...200).contains(query.limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        let filter = AskedRow.Filter(
            user: actor.userId,
            checkIn: query.checkIn,
            chat: query.chat,
            client: query.client,
            state: query.state,
            before: query.before
        )
        let asked = try await database.read { try AskedRow.list(filter, limit: query.limit + 1, on: $0) }
        return AskedCheckInsResponse(asked: Array(asked.prefix(query.limit)), hasMore: asked.count > query.limit)
    }

    /// - Throws: `not_found` if the actor has neither asked it nor was asked.
    public func asked(_ id: AskedCheckInID, for actor: Actor) async throws -> AskedCheckIn {
        try await database.read { try Self.asked(id, for: actor, on: $0) }
    }

    /// Answers as the client, in one message of the chat. The same answers again change nothing.
    /// - Throws: `not_found` if the actor has neither asked it nor was asked; `forbidden` if they have asked it;
    ///   `conflict` if it was asked again since, or a question was answered otherwise; `invalid_request` if an answer
    ///   doesn't fit its question; whatever sending to the chat would throw.
    public func answer(
        _ id: AskedCheckInID,
        _ answers: [CheckInAnswersRequest.Answer],
        by actor: Actor
    ) async throws -> AskedCheckIn {
        let asked = try await asked(id, for: actor)
        guard asked.clientId == actor.userId else {
            throw SpotterError(.forbidden, "Only the client who was asked can answer.")
        }
        let values = try Self.checked(answers, to: asked)
        let photos = values.sorted { $0.key < $1.key }.compactMap { entry in
            if case .photo(let media) = entry.value { media } else { nil }
        }
        let key: MessageID = ids.next()
        let send = Messages.Send(
            chatId: asked.chatId,
            sender: actor,
            clientMessageId: "check-in-answers-\(key)",
            text: asked.form.text(of: values),
            replyTo: asked.messageId,
            mediaIds: photos
        )
        return try await messages.send(send) { [media] connection, insert in
            let current = try Self.asked(id, for: actor, on: connection)
            if try Self.isAnswered(current, values) { return current }
            let files = try media.files(photos, on: connection)
            guard try photos.allSatisfy({ try files.own($0, of: actor).media.kind == .image }) else {
                throw SpotterError.invalid("A photo has to be an uploaded picture.")
            }
            let message = try insert()
            let clock = try LocalClock.of(actor.userId, on: connection) ?? .utc
            try CheckInAnswering.store(
                values.mapValues { CheckInReader.Answer(value: $0) },
                to: current,
                from: .init(message: message.id, at: message.createdAt, day: clock.local(message.createdAt).day),
                on: connection
            )
            return try Self.asked(id, for: actor, on: connection)
        }
    }

    private static func asked(
        _ id: AskedCheckInID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> AskedCheckIn {
        guard let asked = try AskedRow.find(id, on: connection),
            Access.can(actor, .own(asked.trainerId)) || Access.can(actor, .own(asked.clientId))
        else { throw SpotterError.notFound("check-in") }
        return asked
    }

    private static func checked(
        _ answers: [CheckInAnswersRequest.Answer],
        to asked: AskedCheckIn
    ) throws -> [Int: CheckInValue] {
        var values: [Int: CheckInValue] = [:]
        for answer in answers {
            guard let question = asked.questions[safe: answer.question &- 1] else {
                throw SpotterError.invalid("There is no question \(answer.question).")
            }
            let given: [CheckInValue] = [
                answer.number.map { .number($0) }, answer.text.map { .text($0) }, answer.mediaId.map { .photo($0) },
            ].compactMap { $0 }
            guard given.count == 1, let value = given.first else {
                throw SpotterError.invalid("Answer question \(answer.question) by one of number, text and mediaId.")
            }
            guard
                values.updateValue(try value.check(for: question, number: answer.question), forKey: answer.question)
                    == nil
            else { throw SpotterError.invalid("Question \(answer.question) is answered twice.") }
        }
        guard !values.isEmpty else { throw SpotterError.invalid("Answer at least one question.") }
        return values
    }

    /// Whether these answers were given already.
    /// - Throws: `conflict` if others were, or it was asked again since.
    private static func isAnswered(_ asked: AskedCheckIn, _ values: [Int: CheckInValue]) throws -> Bool {
        let former = Dictionary(asked.answers.map { ($0.question, $0) }) { first, _ in first }
        let repeated = values.filter { number, value in former[number].map { $0.value == value } ?? false }
        if repeated.count == values.count { return true }
        guard values.keys.allSatisfy({ former[$0] == nil }) else {
            throw SpotterError(.conflict, "A question was answered already; edit that message to change the answer.")
        }
        guard asked.state != .missed else {
            throw SpotterError(.conflict, "It was asked again since; answer the newest one.")
        }
        return false
    }
}

extension CheckInAnswer {
    var value: CheckInValue? {
        // Both numbers of a blood pressure stand in the text.
        if number != nil, let pressure = text.flatMap({ CheckInValue.bloodPressure($0) }) { return pressure }
        return number.map { .number($0) } ?? text.map { .text($0) } ?? mediaId.map { .photo($0) }
    }
}

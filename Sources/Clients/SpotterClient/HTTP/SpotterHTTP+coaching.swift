public import Domain
public import SpotterAPI

extension SpotterHTTP {
    // MARK: Scheduled messages

    /// Lets the server send a message later. If the answer is lost, a request with a `clientMessageId` is made once more.
    /// - Throws: `ClientError`.
    public func schedule(_ request: NewScheduledMessageRequest) async throws -> ScheduledMessage {
        func ask() async throws -> ScheduledMessage {
            try await send(.post("/v1/scheduled-messages", request), ScheduledMessageResponse.self).scheduledMessage
        }
        do {
            return try await ask()
        } catch ClientError.unreachable where request.clientMessageId != nil {
            return try await ask()
        }
    }

    /// The user's scheduled messages, the next one first; those that have ended follow.
    /// - Throws: `ClientError`.
    public func scheduledMessages() async throws -> [ScheduledMessage] {
        try await send(.get("/v1/scheduled-messages"), ScheduledMessagesResponse.self).scheduledMessages
    }

    /// Changes a scheduled message.
    /// - Throws: `ClientError`; `not_found` if it isn't the user's; `conflict` if it was sent.
    public func change(
        scheduled id: ScheduledMessageID,
        _ request: UpdateScheduledMessageRequest
    ) async throws -> ScheduledMessage {
        try await send(.patch("/v1/scheduled-messages/\(id)", request), ScheduledMessageResponse.self).scheduledMessage
    }

    /// Cancels a scheduled message.
    /// - Throws: `ClientError`; `not_found` if it isn't the user's.
    public func cancel(scheduled id: ScheduledMessageID) async throws {
        try await send(.delete("/v1/scheduled-messages/\(id)"))
    }

    /// The hours in which nothing that was scheduled is sent to the user in direct chats; `nil` if there are none.
    /// - Throws: `ClientError`.
    public func quietHours() async throws -> QuietHours? {
        try await send(.get("/v1/me/quiet-hours"), QuietHoursBody.self).quietHours
    }

    /// - Throws: `ClientError`; `invalid_request` if they aren't two different times.
    public func set(quietHours: QuietHours?) async throws {
        _ = try await send(.put("/v1/me/quiet-hours", QuietHoursBody(quietHours: quietHours)), QuietHoursBody.self)
    }

    // MARK: Inbox

    /// The chats in which somebody waits for the user's answer, longest first.
    /// - Throws: `ClientError`.
    public func inbox(includesSnoozed: Bool = false) async throws -> [InboxItem] {
        try await send(.get("/v1/inbox", [("snoozed", includesSnoozed ? "true" : nil)]), InboxResponse.self).items
    }

    /// Hides a chat from the inbox for a time.
    /// - Throws: `ClientError`.
    public func snooze(_ chat: ChatID, _ request: SnoozeRequest) async throws -> InboxState {
        try await send(.post("/v1/inbox/\(chat)/snooze", request), InboxStateResponse.self).state
    }

    /// Nothing in the chat waits for an answer any more.
    /// - Throws: `ClientError`.
    public func finish(inInbox chat: ChatID) async throws -> InboxState {
        try await send(.post("/v1/inbox/\(chat)/done"), InboxStateResponse.self).state
    }

    /// Brings a chat that was finished back into the inbox, if something in it isn't answered.
    /// - Throws: `ClientError`.
    public func reopen(inInbox chat: ChatID) async throws -> InboxState {
        try await send(.delete("/v1/inbox/\(chat)/done"), InboxStateResponse.self).state
    }

    /// Lets only admins write in a group, or everybody. For its admins.
    /// - Throws: `ClientError`.
    public func setAnnouncement(_ isAnnouncement: Bool, of chat: ChatID) async throws -> Chat {
        try await send(
            .patch("/v1/chats/\(chat)", UpdateChatRequest(announcement: isAnnouncement)),
            ChatResponse.self
        ).chat
    }

    // MARK: Templates and broadcasts

    /// The user's templates, by name.
    /// - Throws: `ClientError`.
    public func templates() async throws -> [MessageTemplate] {
        try await send(.get("/v1/templates"), TemplatesResponse.self).templates
    }

    /// - Throws: `ClientError`.
    public func createTemplate(name: String, text: String) async throws -> MessageTemplate {
        try await send(.post("/v1/templates", NewTemplateRequest(name: name, text: text)), TemplateResponse.self)
            .template
    }

    /// - Throws: `ClientError`; `not_found` if it isn't the user's.
    public func change(template id: TemplateID, _ request: UpdateTemplateRequest) async throws -> MessageTemplate {
        try await send(.patch("/v1/templates/\(id)", request), TemplateResponse.self).template
    }

    /// - Throws: `ClientError`; `not_found` if it isn't the user's.
    public func delete(template id: TemplateID) async throws { try await send(.delete("/v1/templates/\(id)")) }

    /// A template's text for one client, without sending it. For trainers.
    /// - Throws: `ClientError`; `invalid_request` with the name of a slot that has no value.
    public func render(template id: TemplateID, for client: UserID, slots: [String: String]) async throws -> String {
        let body = RenderTemplateRequest(userId: client, slots: slots)
        return try await send(.post("/v1/templates/\(id)/render", body), RenderedTextResponse.self).text
    }

    /// Sends a text to several clients, to each in the chat with them. For trainers.
    /// - Throws: `ClientError`; nothing was sent.
    public func broadcast(_ request: BroadcastRequest) async throws -> Broadcast {
        try await send(.post("/v1/broadcasts", request), BroadcastResponse.self).broadcast
    }

    // MARK: Notes and tags

    /// The trainer's private notes and tags on a client.
    /// - Throws: `ClientError`; `not_found` if the user isn't a client.
    public func notes(on client: UserID) async throws -> ClientNotes {
        try await send(.get("/v1/clients/\(client)/notes"), NotesResponse.self).notes
    }

    /// Replaces the trainer's private notes on a client.
    /// - Throws: `ClientError`.
    public func write(notes text: String, on client: UserID) async throws -> ClientNotes {
        try await send(.put("/v1/clients/\(client)/notes", NotesRequest(text: text)), NotesResponse.self).notes
    }

    /// Replaces the trainer's tags on a client.
    /// - Throws: `ClientError`.
    public func set(tags: [String], on client: UserID) async throws -> ClientNotes {
        try await send(.put("/v1/clients/\(client)/tags", TagsRequest(tags: tags)), NotesResponse.self).notes
    }

    /// The trainer's tags, each with the clients who have it.
    /// - Throws: `ClientError`.
    public func tags() async throws -> [ClientTag] { try await send(.get("/v1/tags"), ClientTagsResponse.self).tags }
}

/// What may belong to somebody.
enum ObjectKind: String, CaseIterable {
    case chat, message, user, event, reminder, conversation, turn, proposal, prospect, media, session, subscription
    case invitation, request, scheduled, template, notice, key, checkIn
    /// A measure that a trainer has added.
    case measureKind
    /// A check-in that a client was asked for.
    case asked
    /// An answer under its name in OpenAI's contract.
    case response
}

/// What the routes name. A route whose parameters or fields aren't told here fails the matrix, so that nobody forgets.
enum Catalogue {
    /// What a parameter of a path names, by where it stands; the first that fits counts. `nil`: nobody's object.
    static let parameters: [(prefix: String, name: String, kind: ObjectKind?)] = [
        ("/v1/chats/", "chatId", .chat), ("/v1/chats/", "messageId", .message), ("/v1/chats/", "userId", .user),
        ("/v1/chats/", "emoji", nil), ("/v1/chats/", "actionItemId", nil), ("/v1/messages/", "messageId", .message),
        ("/v1/assistant/", "messageId", .turn), ("/v1/assistant/", "conversationId", .conversation),
        ("/v1/assistant/", "proposalId", .proposal), ("/v1/assistant/", "reasonId", nil),
        ("/v1/calendar/events/", "eventId", .event), ("/calendar/feeds/", "feed", nil),
        ("/v1/reminders/", "reminderId", .reminder),
        ("/v1/automatic/agreements/", "userId", .user), ("/v1/automatic/replies/", "replyId", nil),
        ("/v1/inbox/", "chatId", .chat), ("/v1/scheduled-messages/", "scheduledMessageId", .scheduled),
        ("/v1/templates/", "templateId", .template), ("/v1/clients/", "userId", .user),
        ("/v1/check-ins/asked/", "askedId", .asked), ("/v1/check-ins/", "checkInId", .checkIn),
        ("/v1/measure-kinds/", "kindId", .measureKind),
        ("/v1/clients/", "itemId", nil), ("/v1/clients/", "pointId", nil), ("/v1/me/profile/", "trainerId", .user),
        ("/v1/me/profile/", "itemId", nil),
        ("/v1/notices/", "noticeId", .notice), ("/v1/keys/", "keyId", .key),
        ("/v1/prospects/", "prospectId", .prospect), ("/v1/contacts/", "userId", .user),
        ("/v1/contacts/requests/", "requestId", .request), ("/v1/invitations/", "invitation", .invitation),
        ("/v1/admin/invitations/", "invitationId", .invitation),
        ("/v1/users/", "userId", .user), ("/v1/blocks/", "userId", .user), ("/v1/clients/", "clientId", .user),
        ("/v1/media/", "mediaId", .media), ("/v1/auth/sessions/", "sessionId", .session),
        ("/v1/me/notifications/", "subscriptionId", .subscription), ("/v1/admin/", "user", .user),
        ("/v1/admin/", "sessionId", .session),
        ("/{project}/", "project", nil), ("/{project}/", "region", nil),
        ("/openai/v1/responses/", "response", .response), ("/v1/responses/", "response", .response),
        ("/openai/v1/models/", "model", nil), ("/v1/models/", "model", nil), ("/v1beta/models/", "model", nil),
        // A video's; ProxyJobTests hold it to its owner.
        ("/api/jobs/", "jobId", nil), ("/{project}/", "jobId", nil),
        ("/pybaseball/", "player_name", nil), ("/pybaseball/", "stat", nil), ("/pybaseball/", "search_term", nil),
    ]

    /// Fields of a body, and parameters of a query, that name objects.
    static let fields: [String: ObjectKind] = [
        "chatId": .chat, "senderId": .user, "memberIds": .user, "clientId": .user, "prospectId": .prospect,
        "conversationId": .conversation, "parentId": .turn, "replyTo": .message, "mediaIds": .media,
        "photoMediaId": .media, "templateId": .template, "userId": .user, "positions": .chat, "userIds": .user,
        "clientIds": .user, "checkInId": .checkIn,
        // Yaip's webhooks.
        "conversationID": .chat, "messageID": .message, "userID": .user, "senderID": .user,
    ]

    /// Values that pass every check of form, by the name of their field; text for what is told as such.
    static let samples: [String: String] = [
        "kind": #""direct""#, "name": #""Name""#, "text": #""text""#, "clientMessageId": #""stranger-1""#, "seq": "1",
        "role": #""member""#, "emoji": #""👍""#, "title": #""Title""#, "eventType": #""call""#,
        "startsAt": #""2031-01-01T10:00:00Z""#, "endsAt": #""2031-01-01T11:00:00Z""#,
        "dueAt": #""2031-01-01T10:00:00Z""#, "message": #""hello""#, "query": #""zebra""#,
        "displayName": #""Name""#, "timezone": #""UTC""#, "status": #""cancelled""#, "mode": #""text""#,
        "email": #""nobody@example.com""#, "code": #""ABCD-EFGH""#, "fileName": #""a.png""#, "size": "10",
        "clientMediaId": #""stranger-1""#, "draft": #""text""#, "password": #""secret-password""#,
        "sendAt": #""2031-01-01T10:00:00Z""#, "minutes": "60", "value": "1", "tags": #"["tag"]"#,
        "scopes": #"["search"]"#,
        "questions": #"[{"kind":"number","prompt":"Weight"}]"#, "answers": #"[{"question":1,"number":81}]"#,
        "location": #""Park""#, "notes": #""notes""#, "category": #""goals""#, "mutedUntil": #""2031-01-01T10:00:00Z""#,
        "version": "1", "durationMinutes": "30", "isPinned": "true", "isArchived": "true", "done": "true", "step": "1",
        "outcome": #""good""#, "note": #""note""#, "kinds": #"["appointments"]"#,
        "parameters": #"{"query":"zebra"}"#,
    ]

    /// Headers without which a route looks at nothing else.
    static let headers: [String: [String: String]] = ["PATCH /v1/media/{mediaId}": ["Upload-Offset": "0"]]

    /// Fields that are left out of a sample body: they'd change what the others mean.
    static let omitted: Set<String> = [
        "recurrence", "before", "after", "since", "until", "limit", "model", "locale", "rrule", "status", "zone",
        "skipTaken",
        "scope", "instructions", "customInstructions", "archived", "format", "webSearch", "weeks",
    ]

    /// Routes that name nobody's object, and lists of one's own: they are held to tell a stranger nothing.
    static let plain: Set<String> = [
        "POST /v1/auth/register", "POST /v1/auth/login", "POST /v1/auth/refresh", "POST /v1/auth/logout",
        "POST /v1/auth/password", "POST /v1/auth/reset", "GET /v1/auth/sessions", "DELETE /v1/auth/sessions",
        "GET /v1/me", "PATCH /v1/me", "DELETE /v1/me", "POST /v1/me/export", "GET /v1/users", "POST /v1/contacts",
        "GET /v1/contacts", "GET /v1/contacts/requests",
        "POST /v1/prospects", "GET /v1/prospects", "POST /v1/invitations", "GET /v1/invitations",
        "POST /v1/invitations/accept", "POST /v1/admin/invitations", "GET /v1/admin/invitations",
        "GET /v1/admin/registration", "PUT /v1/admin/registration", "GET /v1/blocks", "GET /v1/chats",
        "POST /v1/chats/read", "POST /v1/chats/changes", "GET /v1/archived-chats", "GET /v1/drafts",
        "GET /v1/calendar/events", "GET /v1/calendar/events.ics", "GET /v1/calendar/feed", "DELETE /v1/calendar/feed",
        "GET /v1/calendar/push", "PUT /v1/calendar/push", "DELETE /v1/calendar/push",
        "POST /v1/calendar/push/google", "PUT /v1/calendar/push/google",
        "GET /v1/me/measure-alerts", "PUT /v1/me/measure-alerts", "GET /v1/measure-kinds", "POST /v1/measure-kinds",
        "GET /v1/check-ins", "GET /v1/me/scheduling", "PATCH /v1/me/scheduling", "GET /v1/reminders", "GET /v1/notices",
        "POST /v1/keys",
        "GET /v1/keys",
        "GET /v1/assistant/conversations", "GET /v1/assistant/models", "GET /v1/me/usage",
        "GET /v1/assistant/advice", "GET /v1/assistant/advice/calibration", "GET /v1/admin/advice",
        "GET /v1/admin/advice/calibration",
        "GET /v1/assistant/week", "GET /v1/me/proactive", "PATCH /v1/me/proactive",
        "GET /v1/assistant/proposals", "GET /v1/assistant/audit", "POST /v1/admin/import",
        "GET /v1/admin/users", "POST /v1/admin/users", "GET /v1/admin/log",
        "GET /v1/admin/index", "GET /v1/admin/audit", "POST /v1/admin/index/retry", "POST /v1/admin/backup",
        "GET /v1/socket",
        "POST /v1/me/notifications",
        "GET /v1/me/notifications", "GET /v1/notifications/vapid-key", "GET /healthz", "GET /readyz", "GET /metrics",
        "POST /v1/media", "GET /v1/presence", "GET /v1/inbox", "GET /v1/scheduled-messages", "GET /v1/templates",
        "POST /v1/templates", "GET /v1/me/quiet-hours", "PUT /v1/me/quiet-hours", "GET /v1/tags",
        "GET /v1/me/profile", "GET /v1/automatic", "PATCH /v1/automatic", "GET /v1/automatic/replies",
        "PUT /v1/admin/automatic", "GET /v1/admin/usage",
        "GET /v1/me/voice", "PATCH /v1/me/voice", "POST /v1/audio/transcriptions",
        // Their bodies name a response; FunctionsCompatTests hold them to that.
        "POST /openai/v1/chat/completions", "POST /v1/chat/completions", "POST /openai/v1/responses",
        "POST /v1/responses",
        "POST /openai/v1/embeddings", "POST /v1/embeddings", "GET /openai/v1/models", "GET /v1/models",
        "POST /openai/v1/audio/transcriptions", "GET /v1beta/models",
        "POST /api", "GET /api", "POST /api/chat/completions", "POST /api/search", "GET /api/models",
        "POST /advice", "POST /advice-non-streaming", "POST /feedback", "POST /search-discipline", "GET /model",
        "GET /api/v1/settings/default-model", "GET /health", "GET /confidence/stats", "GET /confidence/recent",
        "GET /confidence/brier-score", "GET /confidence/calibration", "POST /confidence/auto-tune",
        "GET /confidence/phrase-status", "GET /api/v1/settings/espn-credentials",
        "PUT /api/v1/settings/espn-credentials", "DELETE /api/v1/settings/espn-credentials",
        "GET /pybaseball/standings", "GET /pybaseball/health",
    ]

    /// Functions of other apps, at two paths each: refusals by method and preflights name nothing.
    static func isCallable(_ path: String) -> Bool {
        [
            "chatWithAI", "semanticSearch", "executeFunctionCall", "migrateExistingChats", "fixProspectChats",
        ].contains { path.hasSuffix("/\($0)") } || isFirebaseSignIn(path)
    }

    /// Sign-in as Firebase has it: everything is in the body's own token, and the keys are everybody's.
    private static func isFirebaseSignIn(_ path: String) -> Bool {
        path.contains("/v1/accounts:") || path.hasSuffix("/v1/token")
            || path.hasSuffix("/securetoken@system.gserviceaccount.com")
    }

    static func kind(of parameter: String, in path: String) -> ObjectKind?? {
        parameters.first { path.hasPrefix($0.prefix) && $0.name == parameter }.map(\.kind)
    }
}

// swift-format-ignore-file
import Domain
import Foundation
import ServerSentEvents
import SpotterAPI

// Every example in the documentation of SpotterAPI, compiled. `DocumentedExampleTests` holds the two to each other.

private let saraId = UserID(high: 1, low: 1)
private let mikeId = UserID(high: 1, low: 2)
private let chatId = ChatID(high: 2, low: 1)
private let chat = Chat(
    id: chatId, kind: .direct, name: "Sara", members: [], seq: 0, readSeq: 0, unread: 0, lastMessage: nil)
private let start = Timestamp(milliseconds: 1_773_000_000_000)
private let end = start.adding(minutes: 30)
private let friday = start.adding(minutes: 2880)
private let lastMonth = start.adding(minutes: -43_200)
private let text = ""
private let stored = Message(
    id: MessageID(high: 3, low: 1), chatId: chatId, seq: 1, senderId: saraId, clientMessageId: "1", text: "Hi",
    createdAt: start)

private enum AccountSessionExample {
    static func run() throws {
        func others(_ response: SessionsResponse) -> [AccountSession] { response.sessions.filter { !$0.current } }
    }
}

private enum AuditVerificationExample {
    static func run() throws {
        func words(_ found: AuditVerification) -> String { found.reason.map { "broken: \($0)" } ?? "intact" }
    }
}

private enum ReadyExample {
    static func run() throws {
        let answer = ReadyResponse(reasons: ["the disk is nearly full: 120 MB free, at least 512 MB are wanted"])
        _ = answer
    }
}

private enum AuthGrantExample {
    static func run() throws {
        func log(in grant: AuthGrant) { print(grant.user.displayName, "until", grant.expiresAt) }
    }
}

private enum AuthRequestsExample {
    static func run() throws {
        let request = RegisterRequest(
            email: "alex@example.com", password: Secret("correct horse"), displayName: "Alex", role: .trainer)
        _ = request
    }
}

private enum AuthRequests2Example {
    static func run() throws {
        let request = LoginRequest(email: "alex@example.com", password: Secret("correct horse"))
        _ = request
    }
}

private enum AuthRequests3Example {
    static func run() throws {
        let request = RefreshRequest(refreshToken: Secret("sp_r_…"))
        _ = request
    }
}

private enum PasswordsExample {
    static func run() throws {
        let request = ChangePasswordRequest(currentPassword: Secret("old horse"), newPassword: Secret("new horse"))
        _ = request
    }
}

private enum Passwords2Example {
    static func run() throws {
        let request = ResetPasswordRequest(resetToken: Secret("sp_p_…"), newPassword: Secret("new horse"))
        _ = request
    }
}

private enum Passwords3Example {
    static func run() throws {
        func show(_ reset: PasswordReset) { print("until", reset.expiresAt) }
    }
}

private enum Passwords4Example {
    static func run() throws {
        let request = DeleteAccountRequest(password: Secret("correct horse"))
        _ = request
    }
}

private enum ProfileExample {
    static func run() throws {
        func name(_ response: ProfileResponse) -> String { response.user.user.displayName }
    }
}

private enum Profile2Example {
    static func run() throws {
        let request = UpdateProfileRequest(displayName: "Alex B.", photoMediaId: .cleared)
        _ = request
    }
}

private enum HealthExample {
    static func run() throws {
        let health = HealthResponse(status: "ok", version: "1.4.0")
        _ = health
    }
}

private enum ImportPreviewExample {
    static func run() throws {
        func unnamed(_ preview: ImportPreview) -> [String] {
            preview.people.filter { $0.email == nil && !$0.isSkipped }.map(\.name)
        }
    }
}

private enum ImportReportExample {
    static func run() throws {
        func summary(_ report: ImportReport) -> String { "\(report.messages.added) messages" }
    }
}

private enum AccountUsageExample {
    static func run() throws {
        func megabytes(_ usage: AccountUsage) -> Int64 { usage.mediaBytes >> 20 }
    }
}

private enum AdminUserExample {
    static func run() throws {
        func canLogIn(_ user: AdminUser) -> Bool { user.state == .active }
    }
}

private enum AdminUsersResponseExample {
    static func run() throws {
        func disabled(_ page: AdminUsersResponse) -> [AdminUser] { page.users.filter { $0.state == .disabled } }
    }
}

private enum AdminUserResponseExample {
    static func run() throws {
        func id(_ response: AdminUserResponse) -> UserID { response.user.id }
    }
}

private enum CreateUserRequestExample {
    static func run() throws {
        let request = CreateUserRequest(email: "alex@example.com", displayName: "Alex", role: .trainer)
        _ = request
    }
}

private enum ChangeUserRequestExample {
    static func run() throws {
        let request = ChangeUserRequest(disabled: true)
        _ = request
    }
}

private enum SetPasswordRequestExample {
    static func run() throws {
        let request = SetPasswordRequest(password: Secret("correct horse"))
        _ = request
    }
}

private enum AdminLogEntryExample {
    static func run() throws {
        func deletions(_ log: AdminLogResponse) -> [AdminLogEntry] { log.entries.filter { $0.action == "user.delete" } }
    }
}

private enum ExportAccountRequestExample {
    static func run() throws {
        let request = ExportAccountRequest(password: Secret("correct horse"))
        _ = request
    }
}

private enum IndexStatusExample {
    static func run() throws {
        func isBehind(_ model: IndexedModel) -> Bool { model.active && model.waiting > 0 }
    }
}

private enum AssistantAnswerExample {
    static func run() throws {
        func sources(_ answer: AssistantAnswer) -> [MessageID] { answer.citations.map(\.messageId) }
    }
}

private enum AdviceExample {
    static func run() throws {
        func isSure(_ advice: Advice) -> Bool { (advice.calibratedConfidence ?? advice.confidence) >= 0.8 }
    }
}

private enum Advice2Example {
    static func run() throws {
        func line(_ advice: AdviceAnswer) -> String { "\(advice.mainAdvice) (\(advice.confidence))" }
    }
}

private enum AdviceRatingsExample {
    static func run() throws {
        let request = AdviceFeedbackRequest(outcome: .good)
        _ = request
    }
}

private enum AdviceRatings2Example {
    static func run() throws {
        let request = AdviceFeedbackRequest(outcome: .bad, note: "The knee swelled up.")
        _ = request
    }
}

private enum AdviceRatings3Example {
    static func run() throws {
        func isRated(_ record: AdviceRecord) -> Bool { record.outcome != nil }
    }
}

private enum AdviceRatings4Example {
    static func run() throws {
        func rated(_ page: AdviceRecordsPage) -> [AdviceRecord] { page.advice.filter { $0.outcome != nil } }
    }
}

private enum CalibrationReportExample {
    static func run() throws {
        func isOff(_ report: CalibrationReport) -> Bool { (report.total.brier ?? 0) > 0.25 }
    }
}

private enum WebSourcesExample {
    static func run() throws {
        func line(_ source: WebSource) -> String { "\(source.title) (\(source.host))" }
    }
}

private enum WebSources2Example {
    static func run() throws {
        func isOver(_ search: WebSearchStatus) -> Bool { search.state != .started }
    }
}

private enum AssistantEventExample {
    static func run() throws {
        func delta(_ event: AssistantEvent) -> String? { if case .textDelta(let text) = event { text } else { nil } }
    }
}

private enum AssistantIdentifiersExample {
    static func run() throws {
        let id = ConversationID("018f0000-0000-7000-8000-00000000000d")
        _ = id
    }
}

private enum AssistantQueryExample {
    static func run() throws {
        let query = AssistantQuery(message: "How is Sara's knee?", timezone: "America/New_York")
        _ = query
    }
}

private enum AuditEntryExample {
    static func run() throws {
        func isLinked(_ entry: AuditEntry, to earlier: AuditEntry) -> Bool { entry.previousHash == earlier.hash }
    }
}

private enum ChatInsightsExample {
    static func run() throws {
        let me = User(id: saraId, email: "sara@example.com", displayName: "Sara", role: .client, timezone: "UTC")
        func own(_ insights: ChatInsights) -> [ActionItem] {
            let mine = insights.actionItems.filter { $0.doer.userId == me.id && !$0.done }
            return mine
        }
    }
}

private enum CitationExample {
    static func run() throws {
        func line(_ citation: Citation) -> String { "\(citation.senderName): \(citation.quote)" }
    }
}

private enum ConversationBodiesExample {
    static func run() throws {
        let request = RegenerateRequest(model: "built-in")
        _ = request
    }
}

private enum ConversationBodies2Example {
    static func run() throws {
        let request = SelectBranchRequest(step: -1)
        _ = request
    }
}

private enum ConversationBodies3Example {
    static func run() throws {
        let request = RateAnswerRequest(rating: .good)
        _ = request
    }
}

private enum ConversationBodies4Example {
    static func run() throws {
        let request = UpdateConversationRequest(title: "Sara's knee", temperature: .set(0.2))
        _ = request
    }
}

private enum ConversationSettingsExample {
    static func run() throws {
        let settings = ConversationSettings(model: "qwen3:8b", temperature: 0.2, instructions: "Answer in Swedish.")
        _ = settings
    }
}

private enum AssistantModelsExample {
    static func run() throws {
        func free(_ models: [AssistantModel]) -> [String] { models.filter { $0.price == nil }.map(\.id) }
    }
}

private enum AssistantModels2Example {
    static func run() throws {
        func names(_ response: AssistantModelsResponse) -> [String] { response.models.map(\.id) }
    }
}

private enum ModelBudgetsExample {
    static func run() throws {
        func isLimited(_ budget: ModelBudget) -> Bool { budget.costPerMonth != nil || budget.costPerDay != nil }
    }
}

private enum ModelBudgets2Example {
    static func run() throws {
        func spent(_ usage: ModelUsageResponse) -> String { "\(usage.month.cost) \(usage.currency)" }
    }
}

private enum ModelBudgets3Example {
    static func run() throws {
        let request = ModelBudgetRequest(tokensPerDay: .set(100_000), costPerMonth: .cleared)
        _ = request
    }
}

private enum ConversationBranchesExample {
    static func run() throws {
        func shown(_ tree: ConversationTree) -> [TurnID] { tree.branches.active.map(\.id) }
    }
}

private enum ConversationChangeExample {
    static func run() throws {
        func isNews(_ change: ConversationChange, for tree: ConversationTree) -> Bool {
            change.deleted || change.revision > tree.conversation.revision
        }
    }
}

private enum ConversationExportFormatExample {
    static func run() throws {
        let format = ConversationExportFormat.markdown
        _ = format
    }
}

private enum ConversationTreeExample {
    static func run() throws {
        func last(_ tree: ConversationTree) -> ConversationTurn? { tree.turns.first { $0.id == tree.activeId } }
    }
}

private enum NeedsExample {
    static func run() throws {
        func prompt(_ needs: Needs) -> String? {
            if case .selection(_, let prompt, _) = needs { prompt } else { nil }
        }
    }
}

private enum ProposalExample {
    static func run() throws {
        func open(_ proposals: [Proposal]) -> [Proposal] { proposals.filter(\.isPending) }
    }
}

private enum ProposalDoubtExample {
    static func run() throws {
        func hints(_ proposal: Proposal) -> [String] { proposal.doubts.map(\.text) }
    }
}

private enum ProposalResponsesExample {
    static func run() throws {
        func words(_ response: ProposalResponse) -> String { response.proposal.summary }
    }
}

private enum ToolArgumentsExample {
    static func run() throws {
        let arguments = ToolArguments.sendMessage(.init(chatId: chat.id, text: "See you at six"))
        print(arguments.tool)  // sendMessage
    }
}

private enum EventsExample {
    static func run() throws {
        let request = NewEventRequest(eventType: .call, clientId: saraId, startsAt: start, endsAt: end)
        let weekly = NewEventRequest(eventType: .training, clientId: saraId, startsAt: start, endsAt: end, rrule: "FREQ=WEEKLY")
        _ = (request, weekly)
    }
}

private enum Events2Example {
    static func run() throws {
        let request = UpdateEventRequest(status: .cancelled)
        _ = request
    }
}

private enum Events3Example {
    static func run() throws {
        func start(_ response: EventResponse) -> Timestamp { response.event.startsAt }
    }
}

private enum Events4Example {
    static func run() throws {
        func place(_ response: ListedEventResponse) -> String? { response.event.event.location }
    }
}

private enum Events5Example {
    static func run() throws {
        func show(_ response: CalendarFeedResponse) { print(response.url.reveal()) }
    }
}

private enum CalendarPushExample {
    static func run() throws {
        let request = SetCalendarPushRequest(
            url: "https://dav.example.com/alex/sessions/",
            username: "alex",
            password: Secret("one for this alone")
        )
        _ = request
    }
}

private enum CalendarPush2Example {
    static func run() throws {
        func isCopied(_ response: CalendarPushResponse) -> Bool { response.push?.state == .active }
    }
}

private enum MeetingVotesExample {
    static func run() throws {
        func isDecided(_ votes: MeetingVotes) -> Bool { votes.waitingFor.isEmpty && votes.leading.count == 1 }
    }
}

private enum MeetingVotes2Example {
    static func run(first: Timestamp, second: Timestamp) throws {
        let request = AskForVotesRequest(startsAt: [first, second], text: "Which day for the long run?")
        _ = request
    }
}

private enum GoogleCalendarExample {
    static func run() throws {
        func next(_ response: GoogleCalendarAuthorizationResponse) -> String { "Open \(response.url) in a browser." }
    }
}

private enum GoogleCalendar2Example {
    static func run() throws {
        let request = ConnectGoogleCalendarRequest(state: "3q2-7w…", code: Secret("4/0Ab…"))
        _ = request
    }
}

private enum SchedulingSettingsExample {
    static func run() throws {
        func opens(_ response: SchedulingSettingsResponse) -> String?? { response.scheduling.workingHours["mon-fri"] }
        let request = UpdateSchedulingRequest(workingHours: ["mon-thu": "07:00-20:00", "fri": "07:00-12:00"])
        _ = request
    }
}

private enum RemindersExample {
    static func run() throws {
        let request = NewReminderRequest(text: "Ask about the knee", dueAt: friday, recurrence: "FREQ=WEEKLY")
        _ = request
    }
}

private enum Reminders2Example {
    static func run() throws {
        func isDone(_ response: ReminderResponse) -> Bool { response.reminder.completed }
    }
}

private enum ChatPreferencesExample {
    static func run() throws {
        let request = ChatSettingsRequest(mutedUntil: .set(.forever))
        _ = request
    }
}

private enum ChatPreferences2Example {
    static func run() throws {
        let unmute = ChatSettingsRequest(mutedUntil: .cleared)
        let pin = ChatSettingsRequest(isPinned: true)
        _ = unmute
        _ = pin
    }
}

private enum ChatPreferences3Example {
    static func run() throws {
        let request = DraftRequest(text: "See you at")
        _ = request
    }
}

private enum ChatPreferences4Example {
    static func run() throws {
        func texts(_ response: DraftsResponse) -> [String] { response.drafts.map(\.text) }
    }
}

private enum ChatPresenceExample {
    static func run() throws {
        func isQuiet(_ presence: ChatPresence) -> Bool { presence.online == 0 }
    }
}

private enum ChatRequestsExample {
    static func run() throws {
        let direct = NewChatRequest(kind: .direct, memberIds: [saraId])
        let group = NewChatRequest(kind: .group, name: "Monday group", memberIds: [saraId, mikeId])
        _ = group
        _ = direct
    }
}

private enum ChatRequests2Example {
    static func run() throws {
        let request = UpdateChatRequest(name: "Tuesday group", photoMediaId: .cleared)
        _ = request
    }
}

private enum ChatRequests3Example {
    static func run() throws {
        let request = AddMembersRequest(memberIds: [mikeId])
        _ = request
    }
}

private enum ChatRequests4Example {
    static func run() throws {
        let request = MemberRoleRequest(role: .admin)
        _ = request
    }
}

private enum ChatResponsesExample {
    static func run() throws {
        func unread(_ response: ChatResponse) -> Int { response.chat.unread }
    }
}

private enum ReadPositionsExample {
    static func run() throws {
        let request = ReadRequest(seq: 17)
        _ = request
    }
}

private enum ReadPositions2Example {
    static func run() throws {
        func isDone(_ position: ReadPosition) -> Bool { position.unread == 0 }
    }
}

private enum ReadPositions3Example {
    static func run() throws {
        func total(_ response: ReadAllResponse) -> Int { response.chats.reduce(0) { $0 + $1.unread } }
    }
}

private enum ContactsExample {
    static func run() throws {
        let request = ContactRequest(email: "sara@example.com")
        _ = request
    }
}

private enum Contacts2Example {
    static func run() throws {
        func address(_ response: ContactResponse) -> String { response.contact.email }
    }
}

private enum Contacts3Example {
    static func run() throws {
        let request = NewProspectRequest(displayName: "Mike", timezone: "Europe/Berlin")
        _ = request
    }
}

private enum Contacts4Example {
    static func run() throws {
        func name(_ response: ProspectResponse) -> String { response.prospect.displayName }
    }
}

private enum Contacts5Example {
    static func run() throws {
        let request = InvitationRequest(email: "mike@example.com")
        _ = request
    }
}

private enum Contacts6Example {
    static func run() throws {
        func share(_ response: InvitationResponse) -> String { response.invitation.link }
    }
}

private enum Contacts7Example {
    static func run() throws {
        let request = AcceptInvitationRequest(code: Secret("sp_i_…"))
        _ = request
    }
}

private enum PeopleExample {
    static func run() throws {
        func names(_ response: PeopleResponse) -> [String] { response.users.map(\.displayName) }
    }
}

private enum People2Example {
    static func run() throws {
        func ids(_ response: BlocksResponse) -> [UserID] { response.blocks.map(\.userId) }
    }
}

private enum ErrorEnvelopeExample {
    static func run() throws {
        let envelope = ErrorEnvelope(SpotterError.notFound("message"), requestId: "7f3a")
        print(envelope.error.code)  // not_found
    }
}

private enum UploadStatusExample {
    static func run() throws {
        func missing(_ upload: UploadStatus) -> Int64 { upload.size - upload.offset }
    }
}

private enum UploadsExample {
    static func run() throws {
        let request = NewUploadRequest(clientMediaId: "b1946ac9", fileName: "squat.mp4", size: 1_048_576)
        _ = request
    }
}

private enum MessageRequestsExample {
    static func run() throws {
        let request = SendMessageRequest(clientMessageId: "5f7c1c1e", text: "See you at six")
        _ = request
    }
}

private enum MessageRequests2Example {
    static func run() throws {
        let request = EditMessageRequest(text: "See you at seven")
        _ = request
    }
}

private enum MessageRequests3Example {
    static func run() throws {
        let request = ReactionRequest(emoji: "👍")
        _ = request
    }
}

private enum MessageResponsesExample {
    static func run() throws {
        func text(_ response: MessageResponse) -> String { response.message.text }
    }
}

private enum MessageResponses2Example {
    static func run() throws {
        func oldest(_ page: MessagePage) -> Int64? { page.messages.first?.seq }
    }
}

private enum NotificationResponsesExample {
    static func run() throws {
        func report(_ result: NotificationTestResult) -> String { result.error ?? "delivered" }
    }
}

private enum SubscriptionExample {
    static func run() throws {
        func broken(_ response: SubscriptionsResponse) -> [Subscription] {
            response.subscriptions.filter { $0.disabledAt != nil }
        }
    }
}

private enum Subscription2Example {
    static func run() throws {
        let request = NewSubscription(kind: .ntfy, topic: "alex-k3v9")
        _ = request
    }
}

private enum APIValueExample {
    static func run() throws {
        struct Greeting: APIValue {
            let text: String
            static var example: Greeting { Greeting(text: "Hello") }
        }
        let bytes = try Greeting.example.json()
        _ = bytes
    }
}

private enum FieldChangeExample {
    static func run() throws {
        let untouched = UpdateChatRequest(name: "Monday group")
        let cleared = UpdateChatRequest(photoMediaId: .cleared)
        _ = cleared
        _ = untouched
    }
}

private enum SchemaCatalogExample {
    static func run() throws {
        let catalog = SchemaCatalog()
        let schema = try catalog.schema(of: ChatResponse.self, as: .response)
        // {"$ref":"#/components/schemas/ChatResponse"}, with ChatResponse, Chat, Member … in catalog.components
        _ = schema
    }
}

private enum SearchRequestExample {
    static func run() throws {
        let request = SearchRequest("How is Sara's knee?", since: lastMonth)
        _ = request
    }
}

private enum SearchResponseExample {
    static func run() throws {
        func lines(_ response: SearchResponse) -> [String] { response.results.map { "\($0.senderName): \($0.text)" } }
    }
}

private enum ClientFrameExample {
    static func run() throws {
        let hello = ClientFrame.hello(.init(deviceId: "laptop", positions: [chatId: 17]))
        let bytes = try hello.json()  // {"type":"hello",…}
        _ = bytes
    }
}

private enum JSONWriterExample {
    static func run() throws {
        _ =
        JSONWriter.object { $0.field("type", "pong") }  // the bytes of {"type":"pong"}
    }
}

private enum ServerEventExample {
    static func run() throws {
        if case .chat(let event) = try ServerEvent(frame: text) { print(event.type, event.seq) }
    }
}

private enum ServerFramesExample {
    static func run() throws {
        let event = ServerFrames.created(stored)
        let ack = ServerFrames.ack(requestId: "1", message: event.message)
        _ = event
        _ = ack
    }
}

private enum SessionFramesExample {
    static func run() throws {
        let status = RateLimitStatus(remaining: 12, resetMs: 800)
        _ = status
    }
}

private enum WelcomeExample {
    static func run() throws {
        func unread(_ welcome: Welcome) -> Int { welcome.chats.reduce(0) { $0 + $1.unread } }
    }
}

private enum ChatGapExample {
    static func run() throws {
        func last(_ gap: ChatGap) -> Int64 { gap.resync ? gap.seq : gap.events.last?.seq ?? gap.seq }
    }
}

private enum SyncExample {
    static func run() throws {
        let request = SyncRequest(positions: [chatId: 17])
        _ = request
    }
}

private let pongDigest = "0011223344556677"

private enum PositionsDigestExample {
    static func run() throws {
        let isComplete = PositionsDigest.text([chatId: 17]) == pongDigest
        _ = isComplete
    }
}

private enum ContactRequestsExample {
    static func run() throws {
        func isWaiting(_ response: AddedContactResponse) -> Bool { response.contact.state == .pending }
    }
}

private enum ContactRequests2Example {
    static func run() throws {
        func trainers(_ response: ContactRequestsResponse) -> [String] { response.requests.map(\.displayName) }
    }
}

private enum Invitations3Example {
    static func run() throws {
        func ids(_ response: InvitationsResponse) -> [InvitationID] { response.invitations.map(\.id) }
    }
}

private enum RegistrationExample {
    static func run() throws {
        let request = RegistrationRequest(mode: .closed)
        _ = request
    }
}

private enum Registration2Example {
    static func run() throws {
        func isPublic(_ response: RegistrationResponse) -> Bool { response.registration.mode == .open }
    }
}

private enum InboxExample {
    static func run() throws {
        func next(_ response: InboxResponse) -> ChatID? { response.items.first?.chatId }
    }
}

private enum SnoozeExample {
    static func run() throws {
        let request = SnoozeRequest(minutes: 120)
        _ = request
    }
}

private enum ScheduledMessagesExample {
    static func run() throws {
        let request = NewScheduledMessageRequest(chatId: chat.id, text: "How was the week?", when: "every Sunday at 18:00")
        _ = request
    }
}

private enum ScheduledMessages2Example {
    static func run() throws {
        let request = UpdateScheduledMessageRequest(text: "How was the week, all in all?", rrule: .cleared)
        _ = request
    }
}

private enum ScheduledMessages3Example {
    static func run() throws {
        func isWaiting(_ response: ScheduledMessageResponse) -> Bool { response.scheduledMessage.state == .scheduled }
    }
}

private enum QuietHoursExample {
    static func run() throws {
        let body = QuietHoursBody(quietHours: QuietHours(from: "22:00", to: "07:00"))
        _ = body
    }
}

private enum TemplatesExample {
    static func run() throws {
        let request = NewTemplateRequest(name: "check-in", text: "Hi {first}, how was {what}?")
        _ = request
    }
}

private enum Templates2Example {
    static func run() throws {
        let request = UpdateTemplateRequest(name: "weekly check-in")
        _ = request
    }
}

private enum Templates3Example {
    static func run() throws {
        let request = RenderTemplateRequest(userId: saraId, slots: ["what": "the run"])
        _ = request
    }
}

private enum BroadcastsExample {
    static func run() throws {
        let request = BroadcastRequest(text: "Hi {first}, no training on Friday.", userIds: [saraId, mikeId])
        _ = request
    }
}

private enum Broadcasts2Example {
    static func run() throws {
        func failed(_ response: BroadcastResponse) -> [String] {
            response.broadcast.recipients.filter { $0.outcome == .failed }.map(\.displayName)
        }
    }
}

private enum NotesExample {
    static func run() throws {
        let request = NotesRequest(text: "Left knee, careful with lunges.")
        _ = request
    }
}

private enum TagsExample {
    static func run() throws {
        let request = TagsRequest(tags: ["knee", "vip"])
        _ = request
    }
}

private enum ClientProfilesExample {
    static func run() throws {
        func current(_ response: ClientProfileResponse) -> [ProfileItem] {
            let injuries = response.items.filter { $0.category == .injuries && $0.status == .current }
            return injuries
        }
    }
}

private enum ClientProfiles2Example {
    static func run() throws {
        let request = NewProfileItemRequest(category: .equipment, text: "Two dumbbells of 10 kg")
        _ = request
    }
}

private enum ClientProfiles3Example {
    static func run() throws {
        let request = UpdateProfileItemRequest(status: .resolved)
        _ = request
    }
}

private enum CheckInExample {
    static func run() throws {
        func next(_ checkIn: CheckIn) -> Timestamp? {
            let next = checkIn.recipients.compactMap(\.nextAt).min()
            return next
        }
    }
}

private enum CheckInQuestionExample {
    static func run() throws {
        let weight = CheckInQuestion(kind: .number, prompt: "Weight this morning", measure: "weight", unit: "kg")
        _ = weight
    }
}

private enum AskedCheckInExample {
    static func run() throws {
        func open(_ asked: [AskedCheckIn]) -> [AskedCheckIn] {
            let open = asked.filter { $0.state == .open }
            return open
        }
    }
}

private enum NewCheckInExample {
    static func run() throws {
        func request(_ sara: User) -> NewCheckInRequest {
            let request = NewCheckInRequest(
                title: "Sunday",
                questions: [CheckInQuestion(kind: .scale, prompt: "Energy", measure: "energy")],
                clientIds: [sara.id],
                when: "every Sunday at 18:00"
            )
            return request
        }
    }
}

private enum UpdateCheckInExample {
    static func run() throws {
        let request = UpdateCheckInRequest(isPaused: true)
        _ = request
    }
}

private enum CheckInAnswersExample {
    static func run() throws {
        let request = CheckInAnswersRequest(answers: [.init(question: 1, number: 81.3), .init(question: 2, text: "all")])
        _ = request
    }
}

private enum MeasuresExample {
    static func run() throws {
        func weights(_ response: MeasuresResponse) -> MeasureSeries? {
            let weight = response.series.first { $0.kind == MeasureKind.weight.rawValue }
            return weight
        }
    }
}

private enum Measures2Example {
    static func run() throws {
        let request = NewMeasurePointRequest(kind: "weight", value: 81.3, unit: "kg", day: "2026-03-18")
        _ = request
    }
}

private enum Measures3Example {
    static func run() throws {
        let request = UpdateMeasurePointRequest(value: 80.9)
        _ = request
    }
}

private enum Measures4Example {
    static func run() throws {
        let format = MeasureExportFormat.csv
        _ = format
    }
}

private enum CustomMeasureExample {
    static func run() throws {
        func takes(_ measure: CustomMeasure) -> Bool {
            let isPossible = (measure.min...measure.max).contains(2.5)
            return isPossible
        }
    }
}

private enum CustomMeasuresExample {
    static func run() throws {
        func names(_ response: CustomMeasuresResponse) -> [String] {
            let names = response.kinds.map(\.name)
            return names
        }
    }
}

private enum CustomMeasures2Example {
    static func run() throws {
        let request = NewCustomMeasureRequest(name: "water", unit: "l", min: 0, max: 10)
        _ = request
    }
}

private enum ClientPhotoExample {
    static func run() throws {
        func days(_ photos: [ClientPhoto]) -> [String: [ClientPhoto]] {
            let byDay = Dictionary(grouping: photos, by: \.day)
            return byDay
        }
    }
}

private enum ClientPhotosExample {
    static func run() throws {
        func older(_ response: ClientPhotosResponse) -> MessageID? {
            let before = response.hasMore ? response.next : nil
            return before
        }
    }
}

private enum MeasureAlertsExample {
    static func run() throws {
        let body = MeasureAlertsBody(enabled: true)
        _ = body
    }
}

private enum ListedEventExample {
    static func run() throws {
        func line(_ event: ListedEvent) -> String { "\(event.event.startsAt) \(event.with ?? "")" }
    }
}

private enum NoticesExample {
    static func run() throws {
        func unseen(_ response: NoticesResponse) -> [Notice] { response.notices.filter { $0.seenAt == nil } }
    }
}

private enum Notices2Example {
    static func run() throws {
        func isSeen(_ response: NoticeResponse) -> Bool { response.notice.seenAt != nil }
    }
}

private enum Notices3Example {
    static func run() throws {
        func shown(_ change: NoticesSeen) -> Int { change.noticeIds.count }
    }
}

private enum APIKeysExample {
    static func run() throws {
        func unused(_ response: KeysResponse) -> [APIKey] { response.keys.filter { $0.lastUsedAt == nil } }
    }
}

private enum APIKeys2Example {
    static func run() throws {
        let request = NewKeyRequest(name: "Nightly report", scopes: [.messagesRead])
        _ = request
    }
}

private enum APIKeys3Example {
    static func run() throws {
        func bearer(_ response: NewKeyResponse) -> String { "Bearer \(response.key.secret.reveal())" }
    }
}

private enum VoiceSettingsExample {
    static func run() throws {
        let settings = VoiceSettings.standard
        _ = settings
    }
}

private enum VoiceSettings2Example {
    static func run() throws {
        func canDictate(_ response: VoiceSettingsResponse) -> Bool { response.transcription.available }
    }
}

private enum VoiceSettings3Example {
    static func run() throws {
        let request = UpdateVoiceRequest(ttsRate: 0.6, transcriptionLanguage: .set("sv"))
        _ = request
    }
}

private enum TranscriptionExample {
    static func run() throws {
        func text(_ response: TranscriptionResponse) -> String { response.text }
    }
}

private enum WeekPageExample {
    static func run() throws {
        func first(_ page: WeekPage) -> String? { page.people.first.map { "\($0.displayName): \($0.reasons[0].text)" } }
    }
}

private enum WeekReasonExample {
    static func run() throws {
        let request = WeekDraftRequest(kind: .reminder)
        _ = request
    }
}

private enum ProactiveSettingsExample {
    static func run() throws {
        func isOn(_ response: ProactiveSettingsResponse) -> Bool { response.proactive.weekly }
        let request = UpdateProactiveRequest(weekly: true, weekday: .sun, hour: 18)
        _ = request
    }
}

private enum LookupStatusExample {
    static func run() throws {
        func isOver(_ lookup: LookupStatus) -> Bool { lookup.state != .started }
    }
}

private enum EditProposalRequestExample {
    static func run() throws {
        func late(_ proposal: Proposal) -> EditProposalRequest {
            let request = EditProposalRequest(version: proposal.version, text: "I'm ten minutes late")
            return request
        }
    }
}

private enum EditProposalRequest2Example {
    static func run() throws {
        func seen(_ proposal: Proposal) -> ConfirmProposalRequest {
            let request = ConfirmProposalRequest(version: proposal.version)
            return request
        }
    }
}

private enum InvitationPreviewExample {
    static func run() throws {
        func greeting(_ response: InvitationPreviewResponse) -> String { response.invitation.invitedBy ?? "The operator" }
    }
}

private enum ArchivedChatsExample {
    static func run() throws {
        func isAway(_ chat: Chat, _ archived: ArchivedChat) -> Bool { (chat.lastMessage?.seq ?? 0) <= archived.seq }
    }
}

private enum ChatChangesExample {
    static func run() throws {
        let request = ChatChangesRequest(known: [chat.id: "9f8e7d6c5b4a3f2e"])
        _ = request
    }
}

private enum ChatChanges2Example {
    static func run() throws {
        func tags(_ response: ChatChangesResponse) -> [String] { response.chats.map(\.tag) }
    }
}

private enum SessionWishesExample {
    static func run() throws {
        let request = SessionWishRequest(startsAt: friday)
        _ = request
    }
}

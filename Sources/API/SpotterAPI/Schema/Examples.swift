import Domain

/// The people and entities in the OpenAPI document's examples: Alex, a trainer, and Sara, a client.
enum Examples {
    static let time = Timestamp(milliseconds: 1_773_234_900_000)  // 2026-03-11T13:15:00.000Z
    static let later = time.adding(minutes: 60)

    static func id<Entity>(_ number: UInt64, _ type: ID<Entity>.Type = ID<Entity>.self) -> ID<Entity> {
        ID(high: 0x018F_0000_0000_7000, low: 0x8000_0000_0000_0000 + number)
    }

    static let alex = id(1, UserID.self)
    static let sara = id(2, UserID.self)

    static let user = User(
        id: alex,
        email: "alex@example.com",
        displayName: "Alex",
        role: .trainer,
        timezone: "America/New_York"
    )

    static let message = Message(
        id: id(4),
        chatId: id(3),
        seq: 17,
        senderId: sara,
        clientMessageId: "5f7c1c1e-7a0e-4f0c-9a55-2a1f8f0f6f10",
        text: "My knee is fine again.",
        createdAt: time
    )

    static let members = [
        Member(userId: alex, displayName: "Alex", role: .member, deliveredSeq: 17, readSeq: 16),
        Member(userId: sara, displayName: "Sara", role: .member, deliveredSeq: 17, readSeq: 17),
    ]

    static let chat = Chat(
        id: id(3),
        kind: .direct,
        name: "Sara",
        members: members,
        seq: 17,
        readSeq: 16,
        unread: 1,
        lastMessage: message
    )

    static let media = Media(
        id: id(5),
        kind: .image,
        mimeType: "image/jpeg",
        fileName: "squat.jpg",
        size: 48_213,
        width: 1280,
        height: 720,
        thumbnail: true
    )

    static let event = CalendarEvent(
        id: id(6),
        trainerId: alex,
        eventType: .call,
        title: "Call with Sara",
        clientId: sara,
        startsAt: time,
        endsAt: later,
        createdBy: .manual
    )

    static let reminder = Reminder(
        id: id(7),
        ownerId: alex,
        text: "Ask Sara about her knee",
        dueAt: time,
        clientId: sara,
        createdBy: .manual
    )

    static let scheduledMessage = ScheduledMessage(
        id: id(9),
        chatId: chat.id,
        text: "How was the week?",
        sendAt: later,
        dueAt: later,
        rrule: "FREQ=WEEKLY",
        zone: "Europe/Stockholm",
        stopOnReply: true,
        quietHours: QuietHours(from: "22:00", to: "07:00"),
        createdAt: time
    )

    static let template = MessageTemplate(
        id: id(10),
        name: "check-in",
        text: "Hi {first}, how was {what}?",
        slots: ["first", "what"],
        createdAt: time,
        updatedAt: time
    )

    static let notes = ClientNotes(
        userId: sara,
        text: "Left knee, careful with lunges.",
        tags: ["knee", "vip"],
        updatedAt: time
    )

    static let profileItem = ProfileItem(
        id: id(11),
        category: .injuries,
        text: "something behind the kneecap of my right leg",
        confidence: 0.9,
        status: .resolved,
        validFrom: time,
        validTo: later,
        sources: [.init(messageId: message.id, clientMessageId: message.clientMessageId)],
        createdBy: .ai
    )

    static let measurePoint = MeasurePoint(
        id: id(12),
        trainerId: id(1),
        day: "2026-03-18",
        value: 81.3,
        said: "81.3 kg",
        confidence: 0.95,
        origin: .message,
        messageId: message.id,
        chatId: message.chatId
    )

    static let measureSeries = MeasureSeries(kind: "weight", detail: "", unit: "kg", points: [measurePoint])

    static let clientPhoto = ClientPhoto(
        media: media,
        day: "2026-03-18",
        at: time,
        trainerId: id(1),
        chatId: message.chatId,
        messageId: message.id,
        question: "A picture"
    )

    static let customMeasure = CustomMeasure(
        id: id(17),
        trainerId: id(1),
        name: "water",
        unit: "l",
        min: 0,
        max: 10
    )

    static let checkIn = CheckIn(
        id: id(13),
        title: "Sunday",
        questions: [
            CheckInQuestion(kind: .number, prompt: "Weight this morning", measure: "weight", unit: "kg"),
            CheckInQuestion(kind: .choice, prompt: "Sessions", choices: ["all", "some", "none"]),
        ],
        recipients: [.init(userId: sara, nextAt: later)],
        startsAt: "2026-03-15T18:00",
        rrule: "FREQ=WEEKLY",
        zone: nil,
        quietHours: nil,
        remindAfterHours: 24,
        isPaused: false,
        createdAt: time
    )

    static let askedCheckIn = AskedCheckIn(
        id: id(14),
        checkInId: checkIn.id,
        trainerId: alex,
        clientId: sara,
        chatId: message.chatId,
        messageId: message.id,
        title: checkIn.title,
        questions: checkIn.questions,
        state: .open,
        askedAt: time,
        answers: [CheckInAnswer(question: 1, number: 81.3, text: nil, mediaId: nil, messageId: message.id)]
    )

    static let clientProfile = ClientProfile(
        trainerId: id(1),
        clientId: sara,
        items: [profileItem],
        reviewedAt: later
    )

    static let citation = Citation(
        messageId: message.id,
        chatId: message.chatId,
        clientMessageId: message.clientMessageId,
        senderName: "Sara",
        sentAt: time,
        quote: "My knee is fine again."
    )

    static let actionItem = ActionItem(
        id: id(16),
        text: "send you the new plan by Friday",
        doer: ActionItem.Doer(userId: alex, name: "Alex"),
        due: ActionItem.Due(text: "by Friday", date: "2026-03-13", endsAt: later),
        priority: .normal,
        confidence: 0.85,
        citation: citation
    )

    static let proposal = Proposal(
        id: id(8),
        tool: .setReminder,
        arguments: .setReminder(.init(text: reminder.text, dueAt: time, clientId: sara)),
        summary: "Remind you on Wednesday, 11 March at 09:15: Ask Sara about her knee",
        state: .pending,
        expiresAt: later
    )
}

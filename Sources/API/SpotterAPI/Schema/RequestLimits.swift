import Domain

// The limits of each request, as the use cases check them.

extension RegisterRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "email": .email, "password": .text(Validation.passwordLength), "timezone": .timezone,
            "displayName": .name(upTo: Validation.displayNameLength.upperBound),
        ]
    }
}

extension ChangePasswordRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["newPassword": .text(Validation.passwordLength)] }
}

extension ResetPasswordRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["newPassword": .text(Validation.passwordLength)] }
}

extension UpdateProfileRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "displayName": .name(upTo: Validation.displayNameLength.upperBound), "timezone": .timezone,
            "customInstructions": .wordsOrNothing(upTo: Profile.maxCustomInstructions),
            "locale": .text(2...LocaleTag.maxLength).matching(LocaleTag.pattern),
        ]
    }
}

extension ContactRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["email": .email] }
}

extension InvitationRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["email": .email] }
}

extension NewProspectRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["displayName": .name(upTo: Validation.displayNameLength.upperBound), "timezone": .timezone]
    }
}

extension NewChatRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "name": .name(upTo: Validation.displayNameLength.upperBound),
            "memberIds": .items(1...Validation.groupSize.upperBound),
        ]
    }
}

extension UpdateChatRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["name": .name(upTo: Validation.displayNameLength.upperBound)] }
}

extension AddMembersRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["memberIds": .items(1...Validation.groupSize.upperBound)] }
}

extension ReadRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["seq": .number(0...)] }
}

extension SendMessageRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "clientMessageId": .clientID, "text": .words(upTo: Validation.textLength.upperBound),
            "mediaIds": .items(0...10),
        ]
    }
}

extension NewScheduledMessageRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["text": .words(upTo: Validation.textLength.upperBound), "zone": .timezone]
    }
}

extension UpdateScheduledMessageRequest: LimitedFields {
    static var limits: [String: FieldLimit] { NewScheduledMessageRequest.limits }
}

extension NewTemplateRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "name": .name(upTo: Validation.displayNameLength.upperBound),
            "text": .words(upTo: Validation.textLength.upperBound),
        ]
    }
}

extension UpdateTemplateRequest: LimitedFields {
    static var limits: [String: FieldLimit] { NewTemplateRequest.limits }
}

extension BroadcastRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["text": .words(upTo: Validation.textLength.upperBound), "userIds": .items(1...BroadcastRequest.maxRecipients)]
    }
}

extension NotesRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["text": .wordsOrNothing(upTo: Validation.textLength.upperBound)] }
}

extension NewProfileItemRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["text": .words(upTo: maxTextLength)] }
}

extension UpdateProfileItemRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["text": .words(upTo: NewProfileItemRequest.maxTextLength)] }
}

extension NewMeasurePointRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["detail": .wordsOrNothing(upTo: maxDetailLength)] }
}

extension UpdateMeasurePointRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["detail": .wordsOrNothing(upTo: NewMeasurePointRequest.maxDetailLength)]
    }
}

extension NewCustomMeasureRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["name": .words(upTo: maxNameLength), "unit": .words(upTo: maxUnitLength)]
    }
}

extension NewCheckInRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["title": .words(upTo: maxTitleLength), "remindAfterHours": .number(reminderHours)]
    }
}

extension UpdateCheckInRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "title": .words(upTo: NewCheckInRequest.maxTitleLength),
            "remindAfterHours": .number(NewCheckInRequest.reminderHours),
        ]
    }
}

extension TagsRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["tags": .items(0...50)] }
}

extension SnoozeRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["minutes": .number(1...SnoozeRequest.maxMinutes)] }
}

extension EditMessageRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["text": .words(upTo: Validation.textLength.upperBound)] }
}

extension DraftRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["text": .wordsOrNothing(upTo: Validation.textLength.upperBound)] }
}

extension NewUploadRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["clientMediaId": .clientID, "size": .number(1...)]
    }
}

extension SearchRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "query": .words(upTo: 1000), "limit": .number(1...50), "chatIds": .items(0...100),
            "senderIds": .items(0...100), "cursor": .cursor,
        ]
    }
}

extension SyncRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["positions": .properties(upTo: 10_000)] }
}

extension AssistantQuery: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "message": .words(upTo: 4000), "timezone": .timezone, "locale": .text(0...35).matching("^[ -~]*$"),
            "parentId": .parentID, "mediaIds": .items(0...AssistantQuery.maxFiles),
        ]
    }
}

extension AdviceFeedbackRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["note": .words(upTo: maxNote)] }
}

extension RegenerateRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["timezone": .timezone] }
}

extension SelectBranchRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["step": .number(-1...1)] }
}

extension UpdateConversationRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "title": .words(upTo: 200), "instructions": .words(upTo: ConversationSettings.maxInstructions),
            "maxOutputTokens": .number(1...ConversationSettings.maxOutputTokens), "temperature": .number(0...2),
            "topP": .number(0...1),
        ]
    }
}

extension ModelBudgetRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        let count = FieldLimit.number(unlimited...maxCount)
        let cost = FieldLimit.number(unlimited...maxCost)
        return [
            "requestsPerDay": count, "tokensPerDay": count, "costPerDay": cost, "requestsPerMonth": count,
            "tokensPerMonth": count, "costPerMonth": cost,
        ]
    }
}

extension NewEventRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["title": .words(upTo: 200), "location": .wordsOrNothing(upTo: 500), "notes": .wordsOrNothing(upTo: 4_000)]
    }
}

extension UpdateVoiceRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "ttsVoice": .words(upTo: 200), "ttsRate": .number(0...1), "ttsVolume": .number(0...1),
            "ttsPitch": FieldLimit(keywords: ["minimum": 0.5, "maximum": 2]),
            "transcriptionLanguage": .text(2...35).matching("^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"),
        ]
    }
}

extension UpdateEventRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["title": .words(upTo: 200), "location": .wordsOrNothing(upTo: 500), "notes": .wordsOrNothing(upTo: 4_000)]
    }
}

extension ProposeReminderRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["text": .words(upTo: 500)] }
}

extension ProposeMeetingRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        ["text": .words(upTo: Validation.textLength.upperBound), "minutes": .number(5...480)]
    }
}

extension WeekDraftRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["text": .words(upTo: Validation.textLength.upperBound)] }
}

extension UpdateProactiveRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["hour": .number(0...23)] }
}

extension EditProposalRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "version": .number(1...), "durationMinutes": .number(1...1440), "title": .words(upTo: 200),
            "text": .words(upTo: Validation.textLength.upperBound), "recurrence": .recurrence,
        ]
    }
}

extension ConfirmProposalRequest: LimitedFields {
    static var limits: [String: FieldLimit] { ["version": .number(1...)] }
}

extension NewReminderRequest: LimitedFields {
    static var limits: [String: FieldLimit] {
        [
            "text": .words(upTo: 500),
            "recurrence": .recurrence,
        ]
    }
}

extension FieldLimit {
    fileprivate static let recurrence = text(1...500).matching(
        #"^(RRULE:)?FREQ=(HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[A-Z0-9,+-]+)*$"#
    )
}

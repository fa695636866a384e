import Accounts
import Assistant
import Domain
import Messaging
import SpotterAPI

/// The answer of `schedule_meeting`.
struct WebhookMeeting: APIValue {
    struct Slot: Codable, Sendable {
        let date: String
        let startTime: String
        let endTime: String
        let dayOfWeek: String
        /// For `POST /v1/chats/{chatId}/meeting-suggestions`, which proposes an event and a message.
        let startsAt: Timestamp
        /// In both people's time zones.
        let text: String
    }

    let success: Bool
    let hasMeetingIntent: Bool
    /// The words that ask for a meeting, or that nobody does.
    let detectedIntent: String
    /// In the user's time zone: free in everybody's calendar.
    let suggestedTimes: [Slot]
    /// Minutes.
    let duration: Int
    let participants: [String]
    let timestamp: String
    let conversationID: String
    /// Why there are no times, or which wish they don't meet.
    @Nullable var note: String?

    static var example: WebhookMeeting {
        WebhookMeeting(
            success: true,
            hasMeetingIntent: true,
            detectedIntent: "Are you around on Thursday?",
            suggestedTimes: [
                Slot(
                    date: "2026-03-12",
                    startTime: "09:00",
                    endTime: "09:30",
                    dayOfWeek: "Thursday",
                    startsAt: Timestamp(milliseconds: 1_773_320_400_000),
                    text: "Thu 12 Mar 9:00 (New York) = 14:00 Stockholm"
                )
            ],
            duration: 30,
            participants: ["Alex", "Sara"],
            timestamp: "2026-03-11T13:15:00Z",
            conversationID: "018f0000-0000-7000-8000-000000000003",
            note: nil
        )
    }
}

extension WebhookServices {
    private static let usualMinutes = 30

    func meeting(_ body: WebhookFeatureRequest, by caller: Principal) async throws -> WebhookMeeting {
        let id = try body.chat()
        let chat = try await chats.chat(id, for: caller.actor)
        let asked = try await assistant.insights(of: id, by: caller).meeting
        let (suggested, note) = try await suggestions(in: id, by: caller)
        let times = times(of: caller)
        return WebhookMeeting(
            success: true,
            hasMeetingIntent: asked != nil,
            detectedIntent: asked?.citation.quote ?? "Nobody in this chat has asked for a meeting.",
            suggestedTimes: suggested?.slots.map { slot in
                WebhookMeeting.Slot(
                    date: times.day(slot.startsAt),
                    startTime: times.clockTime(slot.startsAt),
                    endTime: times.clockTime(slot.endsAt),
                    dayOfWeek: times.weekday(slot.startsAt),
                    startsAt: slot.startsAt,
                    text: slot.text
                )
            } ?? [],
            duration: suggested?.minutes ?? asked?.minutes ?? Self.usualMinutes,
            participants: chat.members.map(\.displayName),
            timestamp: timestamp,
            conversationID: body.conversationID,
            note: note
        )
    }

    /// Times, or why there are none: only a trainer is told of free times.
    private func suggestions(in chat: ChatID, by caller: Principal) async throws -> (MeetingSuggestions?, String?) {
        do {
            let suggested = try await assistant.meetingSuggestions(in: chat, by: caller)
            return (suggested, suggested.slots.isEmpty ? "Nothing is free in the next two weeks" : suggested.note)
        } catch let error as SpotterError where error.code == .forbidden {
            return (nil, error.message)
        }
    }
}

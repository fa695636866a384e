import Domain
import Foundation
import SpotterAPI
import Testing

@testable import SpotterClient

@Suite struct WireTests {
    private static let answer = """
        {"conversationId":"01900000-0000-7000-0000-0000000000a1","messageId":"01900000-0000-7000-0000-0000000000b2","text":"Sara's knee hurts [1].",
         "citations":[{"messageId":"01900000-0000-7000-0000-0000000003e9","chatId":"01900000-0000-7000-0000-00000000000a",
           "clientMessageId":"c1","senderName":"Sara","sentAt":"2026-03-05T13:12:00.000Z","quote":"my knee"}],
         "proposals":[{"id":"01900000-0000-7000-0000-0000000000c3","tool":"setReminder",
           "arguments":{"text":"x","dueAt":"2026-03-05T15:12:00.000Z","later":[true,null,1.5]},
           "summary":"Reminder","state":"pending","expiresAt":"2026-03-05T14:12:00.000Z"}],
         "needs":NEEDS,"model":"built-in","usage":{"inputTokens":0,"outputTokens":0}}
        """

    @Test(arguments: [
        #"{"type":"draft.changed","chatId":"01900000-0000-7000-0000-00000000000a","draft":null}"#,
        #"{"type":"draft.changed","chatId":"01900000-0000-7000-0000-00000000000a","draft":{"text":"x","replyTo":null,"updatedAt":"2026-03-05T13:12:00.000Z"}}"#,
        #"{"type":"settings.changed","chatId":"01900000-0000-7000-0000-00000000000a","mutedUntil":null,"isPinned":true}"#,
        #"{"type":"user.updated","userId":"01900000-0000-7000-0000-000000000002","displayName":"Zoë","photoMediaId":null}"#,
        #"{"type":"contact.request","request":{"id":"01900000-0000-7000-0000-000000000003","userId":"01900000-0000-7000-0000-000000000004","displayName":"Zed","at":"2026-03-05T13:12:00.000Z"}}"#,
    ]) func latestEventsSurviveARoundTrip(frame: String) throws {
        let event = try ServerEvent(frame: frame)
        if case .other = event { Issue.record("unknown") }
        let again = try JSONDecoder().decode(ServerEvent.self, from: JSONEncoder().encode(event))
        #expect(again == event)
    }

    private func answer(needs: String) throws -> AssistantAnswer {
        let text = Self.answer.replacing("NEEDS", with: needs)
        return try JSONDecoder().decode(AssistantAnswer.self, from: Data(text.utf8))
    }

    @Test func wholeAnswerSurvivesARoundTrip() throws {
        let answer = try answer(needs: "null")
        #expect(answer.needs == nil)
        let dueAt = try #require(Timestamp(rfc3339: "2026-03-05T15:12:00.000Z"))
        #expect(answer.proposals.first?.arguments == .setReminder(.init(text: "x", dueAt: dueAt)))
        let again = try JSONDecoder().decode(AssistantAnswer.self, from: JSONEncoder().encode(answer))
        #expect(again == answer)
    }

    @Test(arguments: [
        (#"{"kind":"notFound","about":"client","name":"V"}"#, Needs.notFound(about: "client", name: "V")),
        (#"{"kind":"refusal","reason":"no"}"#, .refusal(reason: "no")),
        (
            #"{"kind":"clarification","missing":["time"],"prompt":"When?"}"#,
            .clarification(missing: ["time"], prompt: "When?")
        ),
        (
            #"{"kind":"selection","about":"client","prompt":"Which?","options":[{"id":"1","title":"Mike","subtitle":"x"}]}"#,
            .selection(about: "client", prompt: "Which?", options: [.init(id: "1", title: "Mike", subtitle: "x")])
        ),
        (#"{"kind":"telepathy"}"#, .other(kind: "telepathy")),
    ]) func readsWhatTheAssistantNeeds(json: String, needs: Needs) throws {
        #expect(try answer(needs: json).needs == needs)
    }

    @Test func syncLeavesOutKindsItDoesNotKnow() throws {
        let json = """
            {"chatId":"01900000-0000-7000-0000-00000000000a","seq":7,"readSeq":1,"unread":0,"gone":false,"resync":false,
             "events":[{"type":"poll.changed","chatId":"01900000-0000-7000-0000-00000000000a","seq":6},
                       {"type":"chat.updated","chatId":"01900000-0000-7000-0000-00000000000a","seq":7,"name":"New"}]}
            """
        let delta = try JSONDecoder().decode(ChatGap.self, from: Data(json.utf8))
        #expect(delta.events.map(\.seq) == [7])
    }

    @Test func envelopesOfUnknownCodesKeepTheirRetryability() throws {
        let body = Data(#"{"error":{"code":"brand_new","message":"later","retryable":true,"requestId":"r9"}}"#.utf8)
        let address = ServerAddress.standard
        let error = ClientError(status: 409, body: body, server: address)
        #expect(error == .refused(SpotterError(.unavailable, "later", retryable: true), requestId: "r9"))
        #expect(error.isTransient)
        #expect(ClientError(status: 502, body: Data("<html>".utf8), server: address).isTransient)
        #expect(!ClientError(status: 404, body: Data("<html>".utf8), server: address).isTransient)
    }
}

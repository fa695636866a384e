import Domain
import Foundation
import ServerHarness
import SpotterAPI
import SpotterClient

/// A client writes. The trainer sees it live, with typing and receipts.
struct DemoConversation {
    let stage: DemoStage

    func play() async throws {
        DemoStage.heading("A message, live")
        let (alex, priya, chat) = (stage.trainer, stage.client, stage.chat)
        let chatId = chat.id

        priya.socket.transmit(.typing(chatId, isTyping: true))
        let priyaId = priya.user.id
        _ = try await alex.events.next("typing") { event in
            if case .typing(let typing) = event, typing.userId == priyaId, typing.isTyping { typing } else { nil }
        }
        DemoStage.say("Alex sees: Priya is typing…")

        let text = "Woke up with a burning shoulder blade after yesterday's rows, can't lift my arm over my head"
        let draft = Draft(chatId: chatId, clientMessageId: "demo-\(UUID().uuidString)", text: text)
        let begin = ContinuousClock.now
        let sent = try await priya.socket.send(draft)
        DemoStage.say("Priya: \(text)")
        DemoStage.say(
            "acknowledged as message \(sent.seq) of the chat, on disk, after \((ContinuousClock.now - begin).milliseconds.rounded(places: 1)) ms"
        )
        let seen = try await alex.events.next("the message") { event -> Message? in
            if case .chat(let event) = event { event.message } else { nil }
        }
        try DemoStage.check(
            seen.id == sent.id && seen.text == text,
            "Alex has it on the open socket, the same id and text"
        )

        alex.socket.transmit(.delivered(chatId, seq: seen.seq))
        let alexId = alex.user.id
        let delivered = try await receipt(of: alexId)
        try DemoStage.check(delivered.deliveredSeq >= sent.seq, "Priya sees: delivered")
        alex.socket.transmit(.read(chatId, seq: seen.seq))
        let read = try await receipt(of: alexId)
        try DemoStage.check(read.readSeq >= sent.seq, "Priya sees: read")

        let again = try await priya.socket.send(draft)
        try DemoStage.check(again.id == sent.id, "the same send again is the same message, not a second one")
    }

    private func receipt(of user: UserID) async throws -> Receipt {
        try await stage.client.events.next("a receipt") { event in
            if case .receipt(let receipt) = event, receipt.userId == user { receipt } else { nil }
        }
    }
}

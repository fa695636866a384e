import Domain
import TestSupport
import Testing

@testable import FunctionsCompat

/// Tokens and ids are read back as they were written, and nothing else is read as one.
@Suite struct MatrixTokenTests {
    private static let user = UserID(high: 7, low: 8)

    private static func token(_ random: inout SeededRandom) -> SyncToken {
        var token = SyncToken()
        for _ in 0..<Int.random(in: 0...300, using: &random) {
            let chat = ChatID(high: random.next(), low: random.next())
            token.rooms[chat] = SyncToken.Room(
                seq: Int64.random(in: 0...10_000_000_000, using: &random),
                state: UInt32.random(in: 0..<1 << 24, using: &random),
                ephemeral: UInt32.random(in: 0..<1 << 16, using: &random)
            )
        }
        token.presence = UInt32.random(in: 0..<1 << 24, using: &random)
        token.account = UInt32.random(in: 0..<1 << 16, using: &random)
        return token
    }

    @Test func syncTokensAreReadBack() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<50 {
            let token = Self.token(&random)
            let text = token.text(for: Self.user)
            #expect(SyncToken(text, of: Self.user) == token)
            #expect(SyncToken(text, of: UserID(high: 7, low: 9)) == nil)
        }
    }

    @Test func damagedTokensAreNone() {
        var random = SeededRandom(seed: 2)
        for _ in 0..<2000 {
            var text = Array(Self.token(&random).text(for: Self.user).utf8.prefix(400))
            switch Int.random(in: 0..<3, using: &random) {
            case 0: text = Array(text.dropLast(Int.random(in: 1...text.count, using: &random)))
            case 1:
                let place = Int.random(in: 0..<text.count, using: &random)
                text[place] = text[place] == 0x41 ? 0x42 : 0x41
            default: text = random.bytes(Int.random(in: 0...100, using: &random))
            }
            let damaged = String(decoding: text, as: UTF8.self)
            if let read = SyncToken(damaged, of: Self.user) { #expect(read.text(for: Self.user) == damaged) }
            _ = MatrixEventID("$" + damaged)
            _ = PageToken(damaged, chat: ChatID(high: 1, low: 1), user: Self.user)
            _ = SyncFilter(damaged)
        }
    }

    @Test func eventIdsAreReadBack() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let message = MessageID(high: random.next(), low: random.next())
            let seq = Int64.random(in: 0...(.max), using: &random)
            let given = MatrixEventID.GivenReaction(
                message: message,
                user: UserID(high: random.next(), low: random.next()),
                seq: seq,
                emoji: "👩‍👩‍👧"
            )
            let ids: [MatrixEventID] = [
                .message(message), .file(message, 9), .edit(message, seq: seq), .deletion(message, file: 3),
                .reaction(given), .takenBack(given), .membership(ChatID(high: 1, low: random.next()), seq: seq),
                .state(random.bytes(18)),
            ]
            for id in ids {
                #expect(MatrixEventID(id.text) == id)
                #expect(id.text.utf8.count <= 255)
            }
        }
        for text in ["", "$", "$m", "$mAAAA", "m", "$q" + String(repeating: "A", count: 22), "$r", "$s!"] {
            #expect(MatrixEventID(text) == nil || text == "$s")
        }
    }

    @Test func quotesOfRepliesAreLeftOut() {
        #expect(IncomingMessage.withoutQuote("> <@a:b> One\n> Two\n\nThree\n\nFour") == "Three\n\nFour")
        #expect(IncomingMessage.withoutQuote("> quoted by hand\n\nNo reply") == "> quoted by hand\n\nNo reply")
        #expect(IncomingMessage.withoutQuote("> <@a:b> Only") == "> <@a:b> Only")
    }
}

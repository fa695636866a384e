import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@Suite struct EventPositionsTests {
    private static let one = ChatID(high: 2, low: 1)
    private static let two = ChatID(high: 2, low: 2)

    private static func line(_ type: String, _ chat: ChatID, _ seq: Int64) -> String {
        #"{"type":"\#(type)","chatId":"\#(chat)","seq":\#(seq),"chatName":"Run"}"#
    }

    private static func positions(after lines: [String]) -> EventPositions {
        var positions = EventPositions()
        for line in lines { positions.read(line) }
        return positions
    }

    private static func text(_ line: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(line), as: UTF8.self)
    }

    @Test func aLineMovesItsChatOn() throws {
        let first = try Self.text(PositionsLine(positions: [Self.one: 5, Self.two: 9]))
        let read = Self.positions(after: [
            first, Self.line("message.created", Self.one, 6), Self.line("poll.changed", Self.one, 7),
            Self.line("message.created", Self.one, 3), #"{"type":"typing","chatId":"\#(Self.two)","isTyping":true}"#,
        ])
        #expect(read.chats == [Self.one: 7, Self.two: 9] && read.isComplete)
        #expect(!Self.positions(after: [Self.line("message.created", Self.one, 6)]).isComplete)
    }

    /// After a restore from a backup the server's positions are other ones, and a chat that was left is gone.
    @Test func aResyncSetsAndLeavingRemoves() throws {
        let first = try Self.text(PositionsLine(positions: [Self.one: 50, Self.two: 9]))
        let read = Self.positions(after: [
            first, Self.line("resync", Self.one, 20), #"{"type":"resync","chatId":"\#(Self.two)","gone":true}"#,
        ])
        #expect(read.chats == [Self.one: 20])
    }

    @Test(arguments: ["", "{", "[1]", #"{"type":"message.cre"#, #"{"seq":4}"#, #"{"type":"x","seq":"4"}"#, "null"])
    func whatIsNoLineOfAnEventChangesNothing(text: String) {
        var positions = EventPositions([Self.one: 4])
        let isEvent = positions.read(text)
        #expect(!isEvent)
        #expect(positions == EventPositions([Self.one: 4]))
    }

    /// What was read from lines and what was followed live are the same.
    @Test(arguments: 0..<50) func linesAndEventsAgree(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var live = EventPositions([Self.one: 3, Self.two: 8])
        var lines = [try Self.text(PositionsLine(positions: live.chats))]
        for _ in 0..<40 {
            let chat = Bool.random(using: &random) ? Self.one : Self.two
            let seq = Int64.random(in: 1...60, using: &random)
            let event: ServerEvent =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: .resync(chatId: chat, seq: seq)
                case 1: .gone(chat)
                case 2: .other(type: "poll.changed", chatId: chat, seq: seq, frame: .null)
                case 3: .resync(chatId: nil, seq: nil)
                default: .chat(ChatEvent(type: .chatUpdated, chatId: chat, seq: seq, name: "Run"))
                }
            _ = live.read(event)
            lines.append(try Self.text(event))
        }
        #expect(Self.positions(after: lines).chats == live.chats)
    }
}

import Domain
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import SpotterAPI

/// The quick reader of frames says what the full decoder says, or nothing.
@Suite struct PlainFrameTests {
    private static let frames = [
        #"{"type":"message.send","id":"1","chatId":"018f0000-0000-7000-8000-000000000001","clientMessageId":"c","text":"Hi"}"#,
        #" { "type" : "receipt.read" , "chatId":"x","seq":-120 , "else":"\"" }"#,
        #"{"type":"reaction.set","id":"9","added":true,"emoji":"💪","messageId":null}"#,
        #"{"type":"message.send","text":"a\n\"b\"\\ \/ \t é 🏋🏽","seq":0}"#,
        #"{"type":"ping"}"#, "{}",
    ]

    @Test(arguments: frames) func plainOnesAreReadQuickly(frame: String) throws {
        let quick = try #require(Self.quick(frame))
        #expect(Self.parts(quick) == Self.parts(try Self.full(Array(frame.utf8))))
    }

    @Test(arguments: [
        #"{"type":1}"#, #"{"type":"a","type":"b"}"#, #"{"seq":1.5}"#, #"{"seq":01}"#, #"{"seq":1e3}"#,
        #"{"text":"\u00e9"}"#,
        #"{"seq":1234567890123456789}"#, #"{"positions":{"a":1}}"#, #"{"mediaIds":[]}"#, #"{"type":"a"}x"#,
        #"{"type":"a",}"#,
        "{", "", "[]", #"{"a":"}"#, #"{"a\n":"b"}"#, "{\"a\":\"\u{1}\"}", #"{"a" "b"}"#, #"{"seq":-}"#,
        #"{"added":tru}"#,
    ])
    func theRestIsLeftToTheFullDecoder(frame: String) {
        #expect(Self.quick(frame) == nil)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func agreesOnWhateverComes(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var (plain, sends) = (0, 0)
        for _ in 0..<3000 {
            var bytes = Array((Self.frames.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = Array("\"\\{}[]:,0-. ntfu\u{1}e".utf8).randomElement(using: &random) ?? 0
                case 2: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            // A socket lets only valid UTF-8 through to here.
            guard let text = String(validating: bytes, as: UTF8.self),
                let quick = Self.quick(text)
            else { continue }
            plain += 1
            #expect(try Self.parts(quick) == Self.parts(Self.full(bytes)), "\(text)")
            if let send = bytes.withUnsafeBytes({ ClientFrame.Send(plain: $0) }) {
                sends += 1
                #expect(try ClientFrame.send(send) == ClientFrame.frame(Self.full(bytes)), "\(text)")
            }
        }
        #expect(plain > 300 && sends > 50)
    }

    @Test func aSendThatIsntPlainIsLeftToTheOthers() {
        let chat = #""chatId":"018f0000-0000-7000-8000-000000000001""#
        let rest = #""id":"1","clientMessageId":"c","text":"Hi""#
        func isPlain(_ frame: String) -> Bool {
            Array(frame.utf8).withUnsafeBytes { ClientFrame.Send(plain: $0) } != nil
        }
        #expect(isPlain(#"{"type":"message.send",\#(chat),\#(rest)}"#))
        #expect(isPlain(#"{\#(rest),\#(chat),"type":"message.send"}"#))
        for frame in [
            #"{"type":"message.edit",\#(chat),\#(rest)}"#, #"{\#(chat),\#(rest)}"#,
            #"{"type":"message.send","chatId":"x",\#(rest)}"#, #"{"type":"message.send",\#(chat),\#(chat),\#(rest)}"#,
            #"{"type":"message.send",\#(chat),\#(rest),"text":"again"}"#,
            #"{"type":"message.send",\#(chat),\#(rest),"replyTo":null}"#,
            #"{"type":"message.send",\#(chat),"id":1,"clientMessageId":"c","text":"Hi"}"#,
        ] {
            #expect(!isPlain(frame), "\(frame)")
        }
    }

    private static func quick(_ text: String) -> ClientFrameFields? {
        Array(text.utf8).withUnsafeBytes { ClientFrameFields(plain: $0) }
    }

    private static func full(_ bytes: [UInt8]) throws -> ClientFrameFields {
        try JSONDecoder().decode(ClientFrameFields.self, from: Data(bytes))
    }

    private static func parts(_ fields: ClientFrameFields) -> [String?] {
        [
            fields.type, fields.id, fields.chatId, fields.clientMessageId, fields.text, fields.replyTo,
            fields.messageId,
            fields.emoji, fields.added.map { "\($0)" }, fields.seq.map { "\($0)" }, fields.status, fields.deviceId,
            fields.token?.reveal(), fields.mediaIds.map { "\($0)" }, fields.positions.map { "\($0)" },
        ]
    }
}

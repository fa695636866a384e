import SpotterAPI

@testable import Importing

/// Lines that tests build their files from.
enum Lines {
    static let alex =
        #"{"type":"user","email":"alex@example.com","displayName":"Alex","role":"trainer","timezone":"America/New_York"}"#
    static let sara = #"{"type":"user","email":"sara@example.com","displayName":"Sara","role":"client"}"#
    static let tom = #"{"type":"user","email":"tom@example.com","displayName":"Tom","role":"client"}"#
    static let related = #"{"type":"relation","trainer":"alex@example.com","client":"sara@example.com"}"#
    static let chat =
        #"{"type":"chat","ref":"c1","kind":"direct","members":["alex@example.com","sara@example.com"]}"#
    static let group =
        #"{"type":"chat","ref":"g1","kind":"group","name":"Run Club","members":["alex@example.com","sara@example.com","tom@example.com"]}"#
    static let hello = message("m1", "hello")

    /// Three people, a relation, a chat of two and one of three.
    static let studio = [alex, sara, tom, related, chat, group]

    static func message(
        _ ref: String,
        _ text: String,
        at: String = "2026-01-05T08:12:00-05:00",
        from sender: String = "sara@example.com",
        in chat: String = "c1"
    ) -> String {
        #"{"type":"message","chat":"\#(chat)","ref":"\#(ref)","sender":"\#(sender)","sentAt":"\#(at)","text":"\#(text)"}"#
    }

    static func file(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}

import Domain
import SpotterClient
import Testing

@testable import Terminal

/// What of a chat is on the screen, in which order, and what therefore counts as read.
extension ChatModelTests {
    @Test func whatIsOnTheScreenCountsAsShown() throws {
        var model = try opened()
        let first = message(1, from: sara, "my knee\nhurts")
        #expect(model.handle(updated(first)) == [.loadNew(chatId, after: 0)])
        #expect(model.handle(arrival(first)) == [], "it comes from the cache")
        #expect(
            model.handle(new([first])) == [
                .print(["── Wed 11 Mar 2026 ──", "13:15 #1 Sara: my knee", "      hurts"]),
                .markShown(chatId, after: 0, through: 1),
            ]
        )
        #expect(model.handle(updated(first)) == [])
        let second = message(2, from: sara)
        #expect(model.handle(updated(second)) == [.loadNew(chatId, after: 1)])
        #expect(model.handle(updated(message(3, from: sara))) == [], "one load at a time")
        #expect(
            model.handle(new([second])) == [
                .print(["13:15 #2 Sara: hi"]), .markShown(chatId, after: 1, through: 2), .loadNew(chatId, after: 2),
            ]
        )
    }

    @Test func aLineStandsAboveWhatIsNew() throws {
        var model = try opened()
        #expect(model.handle(.opened(chat(chatId, "Sara"), draft: "")).last == .loadNew(chatId, after: nil))
        let messages = [message(6, from: sara), message(7, from: sara)]
        #expect(
            model.handle(new(messages, firstUnread: 7, hasEarlier: true)) == [
                .print(["── Wed 11 Mar 2026 ──", "13:15 #6 Sara: hi", "── new ──", "13:15 #7 Sara: hi"]),
                .markShown(chatId, after: 5, through: 7),
            ]
        )
    }

    /// Older messages can't be put above what is printed already, and below it they would read as newer.
    @Test func olderMessagesComeWithWhatFollowsThem() throws {
        var model = try opened()
        _ = model.handle(.opened(chat(chatId, "Sara"), draft: ""))
        _ = model.handle(new([message(7, from: sara)], hasEarlier: true))
        #expect(
            model.handle(.line("/history")) == [.loadOlder(chatId, before: 7, through: 7, shown: 1)]
        )
        let whole = Timeline(rows: [6, 7].map { .message(message($0, from: sara)) })
        #expect(
            model.handle(.older(chatId, whole)) == [
                .print([
                    "══ Sara ══", "── the beginning ──", "── Wed 11 Mar 2026 ──", "13:15 #6 Sara: hi",
                    "13:15 #7 Sara: hi",
                ])
            ]
        )
        #expect(model.handle(.line("/history")) == [.print(["── the beginning ──"])])
    }

    @Test func moreThanAScreenCanTakeWaitsForEnter() throws {
        var model = try opened()
        let effects = model.handle(new([message(1, from: sara)], rest: .more))
        #expect(
            effects.first
                == .print([
                    "── Wed 11 Mar 2026 ──", "13:15 #1 Sara: hi",
                    "── there are more new messages: press Enter to read on ──",
                ])
        )
        #expect(model.handle(updated(message(9, from: sara))) == [], "nothing is shown before what is missing")
        #expect(model.handle(.line("")) == [.loadNew(chatId, after: 1)])
    }

    @Test func whatCannotBeFetchedShowsOnceTheServerIsBack() throws {
        var model = try opened()
        _ = model.handle(.connection(.reconnecting(reason: "gone", retryIn: .seconds(1))))
        _ = model.handle(updated(message(9, from: sara)))
        #expect(
            model.handle(new([], through: 3, rest: .unreachable)) == [
                .print(["── newer messages are on the server: they show once it can be reached ──"])
            ]
        )
        #expect(model.handle(updated(message(9, from: sara))) == [.loadNew(chatId, after: 3)])
        #expect(model.handle(new([], through: 3, rest: .unreachable)) == [], "said once")
        #expect(model.handle(.connection(.online)).contains(.loadNew(chatId, after: 3)))
    }

    @Test func whoLeftKeepsTheirName() throws {
        var model = try opened()
        let timeline = Timeline(
            rows: [.message(message(1, from: Self.id(9), "bye"))],
            formerNames: [Self.id(9): "Tom"]
        )
        let effects = model.handle(.new(chatId, NewMessages(timeline: timeline, after: 0, through: 1)))
        #expect(effects.first == .print(["── Wed 11 Mar 2026 ──", "13:15 #1 Tom: bye"]))
    }
}

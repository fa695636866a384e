import Accounts
import Domain
import Foundation
import Messaging
import MessagingTestKit
import Scheduling
import SpotterAPI
import TestSupport
import Testing

@testable import AutomaticReplies

/// Weeks with random messages, settings, clocks and restarts.
///
/// `SPOTTER_SIMULATED_WEEKS=10000 swift test --filter AutomaticSimulationTests` plays that many.
/// `SPOTTER_SIMULATED_FIRST` is the first world's seed, so that many weeks can be played in parts.
@Suite struct AutomaticSimulationTests {
    private static let weeksPerWorld = 8
    private static let seeds: Range<Int> = {
        let environment = ProcessInfo.processInfo.environment
        let weeks = environment["SPOTTER_SIMULATED_WEEKS"].flatMap(Int.init) ?? TestLength.choose(8, full: 64)
        let first = environment["SPOTTER_SIMULATED_FIRST"].flatMap(Int.init) ?? 0
        return first..<first + max(1, weeks / weeksPerWorld)
    }()

    @Test(arguments: seeds)
    func nothingIsSentOutsideOfWhatIsAllowed(seed: Int) async throws {
        try await MessagingFixture.run(with: UpperModule.automatic) { fixture in
            fixture.clock.set(AutomaticHouse.start)
            var world = try await SimulatedWorld(fixture, seed: UInt64(seed))
            for _ in 0..<Self.weeksPerWorld { try await world.playWeek() }
            let sent = world.sent.count
            // One in several hundred worlds sends nothing in its weeks.
            if seed < 8 { #expect(sent > 0) }
        }
    }

    /// With a clock that only goes forward and settings that stay, the preview says exactly what was sent.
    @Test(arguments: TestLength.choose(0..<3, full: 0..<8))
    func thePreviewIsWhatWasSent(seed: Int) async throws {
        try await MessagingFixture.run(with: UpperModule.automatic) { fixture in
            fixture.clock.set(AutomaticHouse.start)
            var world = try await SimulatedWorld(fixture, seed: UInt64(seed) + 1000, isSteady: true)
            // As many as a list shows.
            try await world.playWeek()
            let live = try await world.house.replies.list(for: world.house.trainer.actor)
            let preview = try await world.house.replies.preview(.init(weeks: 12), by: world.house.trainer.actor)
            let sent = live.filter { $0.state == .sent }.map { "\($0.questionId) \($0.kind) \($0.sentAt ?? .latest)" }
            let foreseen = preview.items.compactMap { item in
                item.kind.map { "\(item.questionId) \($0) \(item.at)" }
            }
            #expect(!sent.isEmpty && sent.sorted() == foreseen.sorted())
            let dropped = live.filter { $0.state == .dropped }
            for reply in dropped where reply.reason != .needsHuman {
                #expect(preview.items.first { $0.questionId == reply.questionId }?.reason == reply.reason)
            }
        }
    }
}

/// A trainer and a client over a real database, and what is allowed at each moment, kept apart from the code under test.
private struct SimulatedWorld {
    var house: AutomaticHouse
    var sent: [Timestamp] = []

    private var random: SeededRandom
    private let isSteady: Bool
    private var isOn = true
    private var isAllowed = true
    private var hasAgreed = true
    private var perDay = 3
    private var perWeek = 8
    /// The number of the chat's last message that was looked at.
    private var seen: Int64 = 0

    private static let texts = [
        "When is my next session?", "What sessions do I have tomorrow?", "Loved it!", "See you", "My knee hurts",
        "Can we move it?", "What time is my training on Saturday?", "Good morning", "How much is it?",
    ]

    init(_ fixture: MessagingFixture, seed: UInt64, isSteady: Bool = false) async throws {
        house = AutomaticHouse(fixture, try await fixture.pair())
        random = SeededRandom(seed: seed)
        self.isSteady = isSteady
        try await house.turnOn()
        try await house.change(
            .init(
                afterMinutes: 10,
                perClientPerDay: 3,
                perDay: 3,
                perWeek: 8,
                quietHours: .init(from: "21:00", to: "07:00")
            )
        )
    }

    mutating func playWeek() async throws {
        let end = house.fixture.clock.now().adding(seconds: 7 * 86_400)
        while house.fixture.clock.now() < end {
            try await act()
            try await look()
            if !isSteady, number(below: 200) == 0 { break }
        }
    }

    private mutating func act() async throws {
        switch number(below: isSteady ? 7 : 14) {
        case 0, 1, 2:
            try await house.say(Self.texts[number(below: Self.texts.count)], by: house.client)
            try await step()
        case 3: try await house.say("On it.", by: house.trainer)
        case 4, 5: try await pass(milliseconds: number(below: 40 * 60_000))
        case 6: try await pass(milliseconds: number(below: 600 * 60_000))
        case 7:
            isOn = number(below: 4) > 0
            try await house.change(.init(enabled: isOn))
        case 8:
            isAllowed = number(below: 4) > 0
            try await house.replies.allow(isAllowed, by: .folder)
        case 9: try await toggleAgreement()
        case 10:
            (perDay, perWeek) = (number(below: 6), number(below: 15))
            try await house.change(.init(perClientPerDay: perDay, perDay: perDay, perWeek: perWeek))
        case 11:
            // The clock jumps.
            house.fixture.clock.advance(milliseconds: Int64(number(below: 2 * 86_400_000)) - 86_400_000)
            try await step()
        case 12: try await restart()
        default:
            let planned = try await house.replies.list(for: house.trainer.actor).first { $0.state == .planned }
            if let planned { _ = try await house.replies.undo(planned.id, by: house.trainer.actor) }
        }
    }

    /// Time passes, and the server looks whenever something is due.
    private mutating func pass(milliseconds: Int) async throws {
        let end = house.fixture.clock.now().adding(milliseconds: Int64(milliseconds) + 1)
        while let next = try await step(), next <= end {
            house.fixture.clock.set(max(next, house.fixture.clock.now()))
            try await look()
        }
        house.fixture.clock.set(end)
        try await step()
    }

    @discardableResult
    private mutating func step() async throws -> Timestamp? {
        let next = try await house.service.step()
        try await look()
        return next
    }

    /// Checks what was sent since the last look: it happened now.
    private mutating func look() async throws {
        let now = house.fixture.clock.now()
        let new = try await house.messages(after: seen)
        seen = new.last?.seq ?? seen
        for message in new where message.via == .automatic {
            #expect(isOn && isAllowed && hasAgreed)
            #expect(message.senderId == house.trainer.id && message.chatId == house.chat && message.createdAt == now)
            let hour = LocalClock(identifier: house.trainer.timezone)?.local(now).second ?? 0
            #expect((7 * 3600..<21 * 3600).contains(hour))
            #expect(sent.count { $0 > now.adding(seconds: -86_400) } < perDay)
            #expect(sent.count { $0 > now.adding(seconds: -7 * 86_400) } < perWeek)
            #expect(!message.text.contains("knee"))
            sent.append(now)
        }
    }

    private mutating func toggleAgreement() async throws {
        let wasAgreed = hasAgreed
        hasAgreed = number(below: 4) > 0
        if hasAgreed {
            _ = try await house.replies.offer(AutomaticKind.allCases, to: house.client.id, by: house.trainer.actor)
            _ = try await house.replies.accept(house.trainer.id, by: house.client.actor)
        } else if wasAgreed {
            try await house.replies.end(with: house.trainer.id, by: house.client.actor)
        }
    }

    private mutating func restart() async throws {
        let people = (chat: house.chat, trainer: house.trainer, client: house.client)
        house = AutomaticHouse(try await house.fixture.reopened(), people)
        try await step()
    }

    private mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(max(1, bound))) }
}

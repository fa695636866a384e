import Contacts
import Domain
import Logging
import Messaging
import MessagingTestKit
import Scheduling
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Measures

/// A model that claims what a test says.
private final class ScriptedMeasures: MeasureModel {
    typealias Answer = @Sendable ([String]) throws -> [MeasureClaim]
    private let answer: Mutex<Answer>
    private let seen = Mutex<[[String]]>([])
    let name = "scripted"

    init(_ answer: @escaping Answer) { self.answer = Mutex(answer) }

    /// The messages of each request.
    var requests: [[String]] { seen.withLock { $0 } }
    func set(_ new: @escaping Answer) { answer.withLock { $0 = new } }

    func claims(in messages: [MeasureModelMessage], for trainer: UserID) async throws -> [MeasureClaim] {
        let texts = messages.map(\.text)
        seen.withLock { $0.append(texts) }
        return try answer.withLock { $0 }(texts)
    }
}

/// A model that takes its time.
private struct LateMeasures: MeasureModel {
    let name = "late"
    let claim: MeasureClaim
    let meanwhile: @Sendable () async throws -> Void

    func claims(in messages: [MeasureModelMessage], for trainer: UserID) async throws -> [MeasureClaim] {
        try await meanwhile()
        return [claim]
    }
}

/// A language model may point at what the rules have made nothing of. What counts stands in the message.
@Suite(.standardTimeLimit) struct MeasureModelTests {
    /// A house whose messages are read by the rules, and then by a model.
    private struct World {
        let house: MeasureHouse
        let model: ScriptedMeasures
        let queue: MeasureModelQueue
        let follower: MeasureFollower
        let reader: MeasureModelReader

        init(_ house: MeasureHouse, _ model: ScriptedMeasures) {
            (self.house, self.model) = (house, model)
            queue = MeasureModelQueue(clock: house.fixture.clock)
            follower = MeasureFollower(database: house.fixture.database, modelQueue: queue, logger: Self.logger)
            reader = Self.reader(model, house, queue)
        }

        static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

        static func reader(_ model: any MeasureModel, _ house: MeasureHouse, _ queue: MeasureModelQueue)
            -> MeasureModelReader
        {
            MeasureModelReader(
                database: house.fixture.database,
                model: model,
                queue: queue,
                logger: logger,
                sleep: { _ in throw CancellationError() }
            )
        }

        /// The client writes, the rules read, two minutes pass and the model reads.
        @discardableResult
        func say(_ text: String, _ id: String) async throws -> MessageID {
            house.fixture.clock.advance(milliseconds: 60_000)
            let sent = try await house.fixture.send(text, id, to: house.chat, by: house.client)
            try await read()
            return sent.message.id
        }

        func read() async throws {
            try await follower.readPending()
            house.fixture.clock.advance(milliseconds: 121_000)
            try await reader.step()
        }
    }

    private static func run(
        _ answer: @escaping ScriptedMeasures.Answer,
        _ body: (World) async throws -> Void
    ) async throws {
        try await MeasureHouse.run { house in
            let world = World(house, ScriptedMeasures(answer))
            // The model reads what is written from now on.
            try await world.follower.readPending()
            try await body(world)
        }
    }

    private static func claim(_ kind: MeasureKind, _ value: Double, _ quote: String, _ detail: String = "")
        -> MeasureClaim
    {
        MeasureClaim(message: 1, kind: kind, value: value, detail: detail, quote: quote)
    }

    @Test func whatTheRulesMissedIsProposedWithItsMessage() async throws {
        let text = "The bathroom thing flashed 81.3 this morning, yay"
        try await Self.run({ _ in [Self.claim(.weight, 81.3, "flashed 81.3 this morning")] }) { world in
            #expect(MeasureReader().readings(in: text, weekday: 3).isEmpty, "the rules make nothing of it")
            let id = try await world.say(text, "a")
            let point = try #require(try await world.house.points().first)
            #expect(point.origin == .model && point.messageId == id && point.value == 81.3)
            #expect(point.confidence <= MeasureClaimCheck.confidence && !point.isCorrected)
            #expect(world.model.requests == [[text]])
            // It isn't asked again.
            world.house.fixture.clock.advance(milliseconds: 3_600_000)
            #expect(try await world.reader.step() == nil && world.model.requests.count == 1)
        }
    }

    private static let unproven: [(String, MeasureClaim)] = [
        // Not there, not there like that, or made of two.
        ("The thing flashed 81.3 today", MeasureClaim(message: 1, kind: .weight, value: 83.1, quote: "flashed 83.1")),
        ("The thing flashed 81.3 today", MeasureClaim(message: 1, kind: .weight, value: 81.3, quote: "I weigh 81.3")),
        ("Flashed 81 and 3 more", MeasureClaim(message: 1, kind: .weight, value: 81.3, quote: "81 and 3 more")),
        ("Flashed eighty one today", MeasureClaim(message: 1, kind: .weight, value: 81, quote: "Flashed eighty one")),
        // Which of them?
        ("81 was there, then 81 again", MeasureClaim(message: 1, kind: .weight, value: 81, quote: "81 was there")),
        // Nobody has that.
        ("The thing flashed 8.1 today", MeasureClaim(message: 1, kind: .weight, value: 8.1, quote: "flashed 8.1")),
        // Others', wishes, questions, prices.
        ("My brother got to 95 today", MeasureClaim(message: 1, kind: .weight, value: 95, quote: "got to 95")),
        ("My goal is 75 by June", MeasureClaim(message: 1, kind: .weight, value: 75, quote: "goal is 75")),
        ("Is 75 realistic?", MeasureClaim(message: 1, kind: .weight, value: 75, quote: "Is 75 realistic")),
        ("Shoes were 80 euros", MeasureClaim(message: 1, kind: .weight, value: 80, quote: "were 80 euros")),
        // Another unit than the measure's.
        ("Did 60 minutes of it", MeasureClaim(message: 1, kind: .weight, value: 60, quote: "60 minutes")),
        // Pain has a place, and the message has to name it.
        ("It was a 3 today", MeasureClaim(message: 1, kind: .pain, value: 3, detail: "knee", quote: "a 3 today")),
        // What has more numbers isn't told of by one.
        ("Bench 80 felt great", MeasureClaim(message: 1, kind: .lift, value: 80, detail: "bench", quote: "Bench 80")),
        // Another message.
        ("The thing flashed 81.3 today", MeasureClaim(message: 2, kind: .weight, value: 81.3, quote: "flashed 81.3")),
    ]

    /// Whatever a model claims: the digits have to stand in the message, once, as the author's own.
    @Test(arguments: unproven)
    func whatIsNotProvenDoesNotCount(text: String, claim: MeasureClaim) async throws {
        try await Self.run({ _ in [claim] }) { world in
            try await world.say(text, "a")
            let byModel = try await world.house.points().filter { $0.origin == .model }
            #expect(byModel == [], "\(byModel)")
        }
    }

    @Test func thousandsAreReadAsTheyAreWritten() async throws {
        try await Self.run({ _ in [Self.claim(.steps, 10412, "clicker shows 10,412")] }) { world in
            try await world.say("The clicker shows 10,412 tonight", "a")
            #expect(try await world.house.points().filter { $0.origin == .model }.map(\.value) == [10412])
        }
    }

    /// The unit and the day are read by the rules, not by the model.
    @Test func theMessageSaysUnitAndDay() async throws {
        try await Self.run({ _ in [Self.claim(.weight, 165.5, "blinked 165.5 lbs")] }) { world in
            let clock = LocalClock(identifier: world.house.client.timezone) ?? .utc
            let today = clock.local(world.house.fixture.clock.now()).day
            try await world.say("Woohoo, the gadget blinked 165.5 lbs yesterday", "a")
            let point = try #require(try await world.house.points().first)
            #expect(point.origin == .model && point.said == "165.5 lb" && point.day == today.adding(days: -1).iso)
        }
    }

    /// What the rules have read isn't read a second time as something else.
    @Test func theRulesComeFirst() async throws {
        try await Self.run({ _ in
            [
                Self.claim(.steps, 81.3, "Weight 81.3 kg"), Self.claim(.weight, 4, "4 of us"),
                Self.claim(.weight, 82, "Weight 81.3 kg, 4 of us ran"),
            ]
        }) { world in
            try await world.say("Weight 81.3 kg, 4 of us ran", "a")
            #expect(try await world.house.points().map(\.origin) == [.message])
            // Without numbers of which nothing is known there is nothing to ask.
            let asked = world.model.requests.count
            try await world.say("Weight 81.4 kg", "b")
            try await world.say("See you tomorrow!", "c")
            #expect(world.model.requests.count == asked)
        }
    }

    @Test func whatIsEditedDeletedOrCorrectedStaysSo() async throws {
        let text = "The bathroom thing flashed 81.3 this morning"
        try await Self.run({ texts in
            texts.first?.contains("82.9") == true
                ? [Self.claim(.weight, 82.9, "flashed 82.9")] : [Self.claim(.weight, 81.3, "flashed 81.3")]
        }) { world in
            let id = try await world.say(text, "a")
            #expect(try await world.house.rows() == 1)
            let house = world.house
            _ = try await house.fixture.services.messages.edit(
                id,
                in: house.chat,
                to: "The bathroom thing flashed 82.9 this morning",
                by: house.client.actor
            )
            #expect(try await house.rows() == 0, "at once")
            try await world.read()
            #expect(try await house.points().map(\.value) == [82.9])
            let point = try #require(try await house.points().first)
            try await house.service.remove(point.id, of: house.client.id, by: house.trainer.actor)
            try await world.reader.step()
            #expect(try await house.points().isEmpty)
            try await house.fixture.services.messages.delete(id, in: house.chat, by: house.client.actor)
            #expect(try await house.rows() == 0)
            let queued = try await house.fixture.count("SELECT count(*) FROM measure_model_queue")
            #expect(queued == 0)
        }
    }

    enum Change: CaseIterable { case deletion, edit, endOfRelation, endOfMembership }

    @Test(arguments: Change.allCases) func whatIsGoneBeforeTheAnswerCameIsNotStored(change: Change) async throws {
        try await Self.run({ _ in [] }) { world in
            let (house, services) = (world.house, world.house.fixture.services)
            let text = "The bathroom thing flashed 81.3 this morning"
            let id = try await house.fixture.send(text, "a", to: house.chat, by: house.client).message.id
            try await world.follower.readPending()
            house.fixture.clock.advance(milliseconds: 121_000)
            let late = LateMeasures(claim: Self.claim(.weight, 81.3, "flashed 81.3")) {
                switch change {
                case .deletion: try await services.messages.delete(id, in: house.chat, by: house.client.actor)
                case .edit:
                    let text = "Nothing new from me this week"
                    _ = try await services.messages.edit(id, in: house.chat, to: text, by: house.client.actor)
                case .endOfRelation: try await services.contacts.remove(house.client.id, by: house.trainer.actor)
                case .endOfMembership:
                    try await house.fixture.database.write { connection in
                        try house.follower.memberWillLeave(house.trainer.id, house.chat, on: connection)
                        try connection.execute("DELETE FROM members WHERE user_id = $1", house.trainer.id)
                    }
                }
            }
            try await World.reader(late, house, world.queue).step()
            #expect(try await house.rows() == 0)
            let queued = try await house.fixture.count("SELECT count(*) FROM measure_model_queue")
            #expect(queued == 0)
        }
    }

    /// The chat stays when the relation ends, but what is written there is no measure of a client any more.
    @Test func whatNoClientWritesIsSentToNoModel() async throws {
        try await Self.run({ _ in [Self.claim(.weight, 81.3, "flashed 81.3")] }) { world in
            let house = world.house
            try await house.fixture.services.contacts.remove(house.client.id, by: house.trainer.actor)
            try await world.say("The bathroom thing flashed 81.3 this morning", "a")
            #expect(world.model.requests == [])
            #expect(try await house.rows() == 0)
            let queued = try await house.fixture.count("SELECT count(*) FROM measure_model_queue")
            #expect(queued == 0)
        }
    }

    // MARK: Failures

    @Test func aModelThatIsDownIsAskedAgainAndNothingIsLost() async throws {
        try await Self.run({ _ in throw MeasureModelFailure.unavailable("down") }) { world in
            let text = "The bathroom thing flashed 81.3 this morning"
            try await world.say(text, "a")
            for _ in 0..<3 {
                world.house.fixture.clock.advance(milliseconds: 1_800_000)
                try await world.reader.step()
            }
            #expect(world.model.requests.count == 4)
            try await world.reader.step()
            #expect(world.model.requests.count == 4, "not before its time")
            world.model.set { _ in [Self.claim(.weight, 81.3, "flashed 81.3")] }
            world.house.fixture.clock.advance(milliseconds: 1_800_000)
            #expect(try await world.reader.step() == nil)
            #expect(try await world.house.points().map(\.value) == [81.3])
        }
    }

    @Test func nonsenseIsGivenUpAndABudgetIsWaitedFor() async throws {
        try await Self.run({ _ in throw MeasureModelFailure.unusable("no JSON") }) { world in
            try await world.say("The bathroom thing flashed 81.3 this morning", "a")
            world.house.fixture.clock.advance(milliseconds: 61_000)
            #expect(try await world.reader.step() == nil)
            #expect(world.model.requests.count == MeasureModelRows.maxAttempts)
            world.model.set { _ in throw MeasureModelFailure.budgetUsedUp(retryAfter: .seconds(100)) }
            try await world.say("The bathroom thing flashed 81.4 this morning", "b")
            let due = try await world.reader.step()
            #expect(due == world.house.fixture.clock.now().adding(seconds: 101))
        }
    }

    /// What was written before it was turned on goes to no model, nor what is written after it was turned off.
    @Test func onlyWhatIsWrittenWhileItIsOnIsSent() async throws {
        try await MeasureHouse.run { house in
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let queue = MeasureModelQueue(clock: house.fixture.clock)
            try await house.say("The bathroom thing flashed 81.1 this morning", "a")
            let on = MeasureFollower(database: house.fixture.database, modelQueue: queue, logger: logger)
            try await on.readPending()
            func waiting() async throws -> Int64 {
                try await house.fixture.count("SELECT count(*) FROM measure_model_queue")
            }
            #expect(try await waiting() == 0)
            _ = try await house.fixture.send(
                "The bathroom thing flashed 81.2 now",
                "b",
                to: house.chat,
                by: house.client
            )
            try await on.readPending()
            #expect(try await waiting() == 1)
            // Off again, as the house's own follower is.
            try await house.say("The bathroom thing flashed 81.3 this morning", "c")
            #expect(try await waiting() == 0)
        }
    }
}

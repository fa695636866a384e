import Accounts
import ClientProfilesTestKit
import Contacts
import ContactsTestKit
import Domain
import LanguageModels
import Logging
import Messaging
import MessagingTestKit
import ModelBudgets
import ModelTestKit
import ServiceLifecycle
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant
@testable import ClientProfiles

/// When a language model reads, what happens meanwhile, and what that costs whom.
@Suite(.standardTimeLimit) struct ModelReaderTests {
    private static let phrase = "Mi sono comprato un bilanciere"
    private static let honest = pointing(at: [(phrase, "equipment", "holds")])

    enum Change: CaseIterable {
        case deletion, edit, endOfRelation, endOfMembership
    }

    @Test(arguments: Change.allCases) func whatIsGoneBeforeTheAnswerCameIsNotStored(change: Change) async throws {
        try await ModelStudio.run(Self.honest) { studio in
            let (house, services) = (studio.house, studio.house.fixture.services)
            let message = try await studio.say(Self.phrase, "m1")
            let late = try studio.restarted { model in
                Interposed(base: model) {
                    switch change {
                    case .deletion:
                        try await services.messages.delete(message, in: house.chat, by: house.client.actor)
                    case .edit:
                        let text = "Nothing new from me this week"
                        _ = try await services.messages.edit(message, in: house.chat, to: text, by: house.client.actor)
                    case .endOfRelation: try await services.contacts.remove(house.client.id, by: house.trainer.actor)
                    case .endOfMembership:
                        try await house.fixture.database.write { connection in
                            try house.fixture.profiles.memberWillLeave(house.trainer.id, house.chat, on: connection)
                            try connection.execute("DELETE FROM members WHERE user_id = $1", house.trainer.id)
                        }
                    }
                }
            }
            try await late.readAll()
            #expect(studio.provider.requests.count == 1)
            #expect(try await studio.found() == 0)
            #expect(try await studio.waiting() == 0)
        }
    }

    @Test func anEditIsReadAgainAndADeletionTakesItAlong() async throws {
        let other = "Mi sono comprato un tapis roulant"
        try await ModelStudio.run(pointing(at: [(Self.phrase, "equipment", "holds"), (other, "equipment", "holds")])) {
            studio in
            let (house, messages) = (studio.house, studio.house.fixture.services.messages)
            let id = try await studio.say(Self.phrase, "m1")
            try await studio.readAll()
            #expect(try await house.texts == [Self.phrase])
            _ = try await messages.edit(id, in: house.chat, to: other, by: house.client.actor)
            #expect(try await house.items().isEmpty)
            try await studio.readAll()
            #expect(try await house.texts == [other])
            try await messages.delete(id, in: house.chat, by: house.client.actor)
            #expect(try await house.items().isEmpty)
            #expect(try await studio.found() == 0)
            // One that waits goes as well.
            let waiting = try await studio.say(Self.phrase, "m2")
            #expect(try await studio.waiting() == 1)
            try await messages.delete(waiting, in: house.chat, by: house.client.actor)
            #expect(try await studio.waiting() == 0)
        }
    }

    @Test func aUsedUpBudgetLeavesItToTheRulesUntilItBeginsAnew() async throws {
        try await ModelStudio.run(budget: BudgetLimits(day: .init(requests: 1)), Self.honest) { studio in
            try await studio.say("Hello there, this is my first line", "m0")
            try await studio.readAll()
            #expect(studio.provider.requests.count == 1)
            try await studio.say(Self.phrase, "m1")
            try await studio.say("My left knee hurts when I run", "m2")
            for _ in 0..<3 { try await studio.readAll() }
            #expect(studio.provider.requests.count == 1)
            #expect(try await studio.house.items().map(\.category) == [.injuries])
            #expect(try await studio.waiting() == 2)
            studio.house.fixture.clock.advance(milliseconds: 86_400_000)
            try await studio.readAll()
            #expect(studio.provider.requests.count == 2)
            #expect(try await studio.house.items().map(\.category) == [.injuries, .equipment])
        }
    }

    @Test func theTrainerIsCharged() async throws {
        let usage = ModelUsage(inputTokens: 700, outputTokens: 40)
        try await ModelStudio.run { _ in
            .text("{\"facts\": []}", usage: usage)
        } _: { studio in
            try await studio.say(Self.phrase, "m1")
            try await studio.readAll()
            let budgets = ModelBudgets(ledger: studio.ledger, currency: "USD")
            let house = studio.house
            let used = try await budgets.usage(of: house.trainer.id)
            #expect(used.day.requests == 1 && used.day.inputTokens == 700 && used.day.outputTokens == 40)
            #expect(try await budgets.usage(of: house.client.id).day.requests == 0)
        }
    }

    @Test func aModelThatIsDownIsAskedAgainLater() async throws {
        try await ModelStudio.run { _ in
            .error(503, "down")
        } _: { studio in
            let clock = studio.house.fixture.clock
            try await studio.say(Self.phrase, "m1")
            try await studio.say("My left knee hurts when I run", "m2")
            try await studio.readAll()
            #expect(try await studio.house.items().map(\.category) == [.injuries])
            #expect(try await studio.waiting() == 2)
            // The pauses double.
            for (failures, pause) in [(1, Int64(10)), (2, 20), (3, 40)] {
                #expect(studio.provider.requests.count == failures)
                clock.advance(milliseconds: pause * 1000 - 1)
                let next = try await studio.reader.step()
                #expect(studio.provider.requests.count == failures && next == clock.now().adding(milliseconds: 1))
                clock.advance(milliseconds: 1)
                try await studio.reader.step()
            }
            studio.script.set(Self.honest)
            clock.advance(milliseconds: ProfileModelReader.maxPause * 1000)
            try await studio.reader.step()
            #expect(try await studio.house.items().map(\.category) == [.injuries, .equipment])
            #expect(try await studio.waiting() == 0)
        }
    }

    @Test func aRateLimitIsKept() async throws {
        try await ModelStudio.run { _ in
            .error(429, "slow", headers: [("retry-after", "300")])
        } _: { studio in
            let clock = studio.house.fixture.clock
            try await studio.say(Self.phrase, "m1")
            try await studio.readAll()
            studio.script.set(Self.honest)
            clock.advance(milliseconds: 299_000)
            try await studio.reader.step()
            #expect(studio.provider.requests.count == 1)
            clock.advance(milliseconds: 1_000)
            try await studio.reader.step()
            #expect(try await studio.house.texts == [Self.phrase])
        }
    }

    @Test func aCrashLosesAndDoublesNothing() async throws {
        try await ModelStudio.run(Self.honest) { studio in
            try await studio.say(Self.phrase, "m1")
            // The process ends after the model has answered, and before that is stored.
            let dying = try studio.restarted { Interposed(base: $0) { throw CancellationError() } }
            await #expect(throws: CancellationError.self) { try await dying.readAll() }
            #expect(try await studio.found() == 0)
            #expect(try await studio.waiting() == 1)
            let next = try studio.restarted()
            try await next.readAll()
            #expect(try await next.house.texts == [Self.phrase])
            #expect(try await next.found() == 1)
            try await studio.restarted().readAll()
            #expect(studio.provider.requests.count == 2)
            #expect(try await studio.house.texts == [Self.phrase])
            #expect(try await studio.found() == 1)
        }
    }

    @Test func aRequestUnderWayDoesNotHoldUpTheStop() async throws {
        try await ModelStudio.run { _ in
            .hang
        } _: { studio in
            try await studio.say(Self.phrase, "m1")
            studio.house.fixture.clock.advance(milliseconds: (ProfileModelQueue.linger + 1) * 1000)
            let group = ServiceGroup(services: [studio.reader], logger: Logger(label: "test"))
            async let run: Void = group.run()
            await studio.provider.requestArrived()
            await group.triggerGracefulShutdown()
            try await run
            let untried = "SELECT count(*) FROM profile_model_queue WHERE attempts = 0"
            #expect(try await studio.house.fixture.count(untried) == 1)
            studio.script.set(Self.honest)
            let restarted = try studio.restarted()
            try await restarted.readAll()
            #expect(try await studio.house.texts == [Self.phrase])
        }
    }

    @Test func itBeginsWithWhatIsWrittenAfterItWasTurnedOn() async throws {
        try await ProfileHouse.run { house in
            // Off.
            try await house.say(Self.phrase, "m1")
            let script = ModelStudio.Script(Self.honest)
            let provider = try await ScriptedProvider { request, _ in script.respond(to: request) }
            let studio = try ModelStudio(house, provider, script)
            try await studio.readAll()
            #expect(try await studio.waiting() == 0 && provider.requests.isEmpty)
            try await studio.say("The second line is new for it", "m2")
            // New rules read everything again, the model doesn't.
            try await house.fixture.database.write { connection in
                _ = try connection.execute("UPDATE profile_rules SET version = 0")
            }
            try await studio.readAll()
            #expect(script.requests == [["The second line is new for it"]])
            // Off and on again.
            try await house.say("The third line isn't for it", "m3")
            try await studio.restarted().readAll()
            #expect(script.requests.count == 1)
            // Only who asks for it pays for the past.
            try await house.service.rebuild(house.client.id, by: house.trainer.actor)
            let restarted = try studio.restarted()
            try await restarted.follower.readPending()
            try await restarted.reader.step()
            #expect(script.requests.last?.count == 3)
            #expect(try await house.texts == [Self.phrase])
            await provider.stop()
        }
    }

    @Test func whatWasDoneByHandWinsOverTheModel() async throws {
        let second = "Il tallone mi tira sulle scale"
        try await ModelStudio.run(pointing(at: [(Self.phrase, "equipment", "holds"), (second, "injuries", "holds")])) {
            studio in
            let (house, service) = (studio.house, studio.house.service)
            try await studio.say(Self.phrase, "m1")
            try await studio.say(second, "m2")
            try await studio.readAll()
            let items = try await house.items()
            let barbell = try #require(items.first { $0.category == .equipment })
            let pain = try #require(items.first { $0.category == .injuries })
            // The client reads and corrects it.
            let own = try await service.ownProfiles(for: house.client.actor)
            #expect(own.flatMap(\.items).map(\.id).contains(barbell.id))
            let request = UpdateProfileItemRequest(text: "a barbell with 80 kg")
            _ = try await service.edit(
                barbell.id,
                request,
                of: house.client.id,
                trainer: house.trainer.id,
                by: house.client.actor
            )
            try await service.remove(pain.id, of: house.client.id, trainer: house.trainer.id, by: house.trainer.actor)
            // Another model, or the same on another day, sees nothing there any more.
            studio.script.set(pointing(at: [(second, "injuries", "holds")]))
            try await service.rebuild(house.client.id, by: house.trainer.actor)
            try await studio.say(second, "m3")
            try await studio.readAll()
            #expect(try await house.texts == ["a barbell with 80 kg"])
            // Made again by the rules alone.
            try await service.rebuild(house.client.id, by: house.trainer.actor)
            try await house.fixture.profiles.readPending()
            #expect(try await house.texts == ["a barbell with 80 kg"])
            #expect(try await studio.found() == 1)
        }
    }

    @Test func anotherTrainersProfileGetsNothing() async throws {
        try await ModelStudio.run(Self.honest) { studio in
            let house = studio.house
            let other = try await house.fixture.user("other", .trainer)
            _ = try await house.fixture.services.contacts.addClient(house.client, by: other.actor)
            let chat = try await house.fixture.services.chats.open(.direct(with: house.client.id), by: other.actor).chat
            try await house.fixture.send("Something for the other one only", "o1", to: chat.id, by: house.client)
            try await studio.say(Self.phrase, "m1")
            try await studio.readAll()
            #expect(Set(studio.script.requests) == [["Something for the other one only"], [Self.phrase]])
            let theirs = try await house.service.profile(of: house.client.id, trainer: other.id, for: other.actor)
            #expect(theirs.items.isEmpty)
            #expect(try await house.texts == [Self.phrase])
        }
    }

    @Test(arguments: [true, false]) func itGoesWithEitherAccount(deletesTrainer: Bool) async throws {
        try await ModelStudio.run(Self.honest) { studio in
            let house = studio.house
            try await studio.say(Self.phrase, "m1")
            try await studio.readAll()
            try await studio.say("One more line that waits for it", "m2")
            #expect(try await studio.found() == 1)
            #expect(try await studio.waiting() == 1)
            let gone = deletesTrainer ? house.trainer : house.client
            let erasure = ProfileErasure(database: house.fixture.database)
            try await erasure.erase(DeletedUser(id: gone.id, name: gone.displayName, role: gone.role))
            #expect(try await house.fixture.database.read { try erasure.isErased(gone.id, on: $0) })
            #expect(try await studio.found() == 0)
            #expect(try await studio.waiting() == 0)
        }
    }
}

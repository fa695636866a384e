import Accounts
import Cluster
import ClusterTestKit
import Contacts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import AutomaticReplies

@Suite struct AutomaticRepliesTests {
    @Test func aQuestionAboutAppointmentsIsAnsweredFromTheCalendar() async throws {
        try await AutomaticHouse.run { house in
            try await house.book("Strength", on: "2026-03-14T09:00:00Z")
            let question = try await house.ask("When is my next session?")
            let planned = try #require(try await house.reply())
            #expect(planned.state == .planned && planned.kind == .appointments && planned.questionId == question.id)
            #expect(planned.text.contains("Strength") && planned.dueAt == AutomaticHouse.start.adding(minutes: 10))
            try await house.wait(minutes: 9)
            #expect(try await house.sent().isEmpty)
            try await house.wait(minutes: 1)
            let sent = try #require(try await house.sent().first)
            #expect(sent.text.hasPrefix("Automatic reply: Your next session is") && sent.text.contains("Strength"))
            #expect(sent.senderId == house.trainer.id && sent.via == .automatic)
            #expect(try await house.reply()?.messageId == sent.id)
            // The client still waits for the trainer, who hasn't read anything.
            let inbox = try await house.fixture.services.inbox.items(for: house.trainer.actor)
            #expect(inbox.map(\.chatId) == [house.chat])
            let chat = try await house.fixture.services.chats.list(for: house.trainer.actor).first
            #expect(chat?.unread == 1)
        }
    }

    @Test func aNodeWhoseWorkWasTakenOverSendsNothing() async throws {
        try await AutomaticHouse.run { house in
            let takeover = try await TestCluster(house.fixture.database).takeover()
            let (late, next) = (takeover.late, takeover.next)
            try await house.book("Strength", on: "2026-03-14T09:00:00Z")
            _ = try await house.say("When is my next session?", by: house.client)
            await #expect(throws: LeaseLost.self) { try await late.perform { try await house.service.step() } }
            #expect(try await house.reply() == nil)
            try await next.perform { _ = try await house.service.step() }
            let planned = try #require(try await house.reply())
            house.fixture.clock.set(planned.dueAt)
            await #expect(throws: LeaseLost.self) { try await late.perform { try await house.service.step() } }
            #expect(try await house.sent().isEmpty)
            try await next.perform { _ = try await house.service.step() }
            try? await late.perform { _ = try await house.service.step() }
            #expect(try await house.sent().count == 1)
        }
    }

    @Test func othersAppointmentsAreNeverTold() async throws {
        try await AutomaticHouse.run { house in
            let other = try await house.fixture.user("other", .client)
            _ = try await house.fixture.services.contacts.addClient(other, by: house.trainer.actor)
            _ = try await house.calendar.create(
                .init(
                    eventType: .training,
                    title: "Secret 4711",
                    clientId: other.id,
                    startsAt: AutomaticHouse.start.adding(minutes: 60),
                    endsAt: AutomaticHouse.start.adding(minutes: 120)
                ),
                by: house.trainer.actor
            )
            try await house.ask("What sessions do we have tomorrow? And when is my next session?")
            try await house.wait(minutes: 10)
            let sent = try await house.sent()
            #expect(sent.count == 1 && sent.allSatisfy { !$0.text.contains("4711") })
        }
    }

    @Test func anythingElseGetsTheTrainersWordsOnce() async throws {
        try await AutomaticHouse.run { house in
            try await house.ask("Loved the new plan!")
            try await house.wait(minutes: 10)
            try await house.ask("What a nice morning")
            try await house.wait(minutes: 10)
            #expect(try await house.sent().map(\.text) == ["Automatic reply: I answer tonight."])
            #expect(try await house.reply()?.reason == .acknowledged)
        }
    }

    @Test func offMeansOff() async throws {
        try await AutomaticHouse.run(isOn: false) { house in
            try await house.say("Welcome!", by: house.trainer)
            try await house.ask("When is my next session?")
            try await house.change(.init(enabled: true, acknowledgement: .set("Later.")))
            _ = try await house.replies.offer([.appointments], to: house.client.id, by: house.trainer.actor)
            // Offered, but not agreed.
            try await house.ask("What time is my training?")
            try await house.wait(minutes: 60)
            #expect(try await house.sent().isEmpty)
            #expect(try await house.reply() == nil)
            // What was written before isn't answered afterwards.
            _ = try await house.replies.accept(house.trainer.id, by: house.client.actor)
            try await house.wait(minutes: 10)
            #expect(try await house.sent().isEmpty)
        }
    }

    @Test func whatWasWrittenBeforeItWasTurnedOnIsntAnswered() async throws {
        try await AutomaticHouse.run(isOn: false) { house in
            try await house.say("Welcome!", by: house.trainer)
            _ = try await house.replies.offer([.appointments], to: house.client.id, by: house.trainer.actor)
            _ = try await house.replies.accept(house.trainer.id, by: house.client.actor)
            try await house.say("When is my next session?", by: house.client)
            try await house.change(.init(enabled: true))
            try await house.service.step()
            try await house.wait(minutes: 10)
            #expect(try await house.reply() == nil)
            try await house.ask("When is my next session?")
            try await house.wait(minutes: 10)
            #expect(try await house.sent().count == 1)
        }
    }

    @Test(arguments: [
        "When is my next session? My knee hurts.", "Can we move my session?", "I have to cancel the session tomorrow?",
        "How much do I pay for my next session?", "I fainted at training", "me duele la rodilla, when is my session?",
        "URGENT when is my call?", "€50 for my next session?",
    ])
    func someThingsAreForAHuman(_ text: String) async throws {
        try await AutomaticHouse.run { house in
            try await house.ask(text)
            #expect(try await house.reply()?.reason == .needsHuman)
            // Nor what follows without a word of the trainer's.
            try await house.ask("When is my next session?")
            try await house.wait(minutes: 20)
            #expect(try await house.sent().isEmpty)
        }
    }

    @Test func aTrainerWhoAnswersIsntDoubled() async throws {
        try await AutomaticHouse.run { house in
            try await house.ask("When is my next session?")
            try await house.say("On Saturday", by: house.trainer)
            try await house.wait(minutes: 10)
            #expect(try await house.sent().isEmpty)
            #expect(try await house.reply()?.reason == .answered)
        }
    }

    @Test func onlyTheLastOfSeveralMessagesIsAnswered() async throws {
        try await AutomaticHouse.run { house in
            try await house.ask("When is my next session?")
            try await house.wait(minutes: 5)
            try await house.ask("And what sessions do I have next week?")
            try await house.wait(minutes: 5)
            #expect(try await house.sent().isEmpty)
            try await house.wait(minutes: 5)
            #expect(try await house.sent().count == 1)
        }
    }

    @Test(arguments: [("2026-03-12T20:30:00Z", "Europe/Stockholm"), ("2026-03-12T13:00:00Z", "Asia/Tokyo")])
    func quietHoursAreThoseOfBoth(_ at: String, _ zone: String) async throws {
        try await AutomaticHouse.run { house in
            try await house.live(house.client, in: zone)
            try await house.live(house.trainer, in: "Europe/Stockholm")
            house.fixture.clock.set(try #require(Timestamp(rfc3339: at)))
            try await house.ask("When is my next session?")
            try await house.wait(minutes: 10)
            #expect(try await house.sent().isEmpty)
            #expect(try await house.reply()?.reason == .quietHours)
        }
    }

    @Test func theBudgetIsKept() async throws {
        try await AutomaticHouse.run { house in
            try await house.change(.init(perClientPerDay: 1))
            for _ in 1...3 {
                try await house.ask("When is my next session?")
                try await house.wait(minutes: 10)
            }
            #expect(try await house.sent().count == 1)
            #expect(try await house.reply()?.reason == .budget)
            // Deleting what was sent buys nothing.
            let message = try #require(try await house.sent().first)
            try await house.fixture.services.messages.delete(message.id, in: house.chat, by: house.trainer.actor)
            try await house.ask("When is my next session?")
            try await house.wait(minutes: 10)
            #expect(try await house.sent().isEmpty)
        }
    }

    @Test func nobodyIsApproachedFirst() async throws {
        try await AutomaticHouse.run(isOn: false) { house in
            try await house.change(.init(enabled: true))
            _ = try await house.replies.offer([.appointments], to: house.client.id, by: house.trainer.actor)
            _ = try await house.replies.accept(house.trainer.id, by: house.client.actor)
            try await house.service.step()
            try await house.ask("When is my next session?")
            try await house.wait(minutes: 10)
            #expect(try await house.sent().isEmpty)
            #expect(try await house.reply()?.reason == .firstContact)
        }
    }

    @Test func whatIsPlannedCanBeUndone() async throws {
        try await AutomaticHouse.run { house in
            try await house.ask("When is my next session?")
            let reply = try #require(try await house.reply())
            await #expect(throws: SpotterError.self) { try await house.replies.undo(reply.id, by: house.client.actor) }
            _ = try await house.replies.undo(reply.id, by: house.trainer.actor)
            try await house.wait(minutes: 10)
            #expect(try await house.sent().isEmpty)
            #expect(try await house.reply()?.state == .undone)
        }
    }

    @Test func whatWasSentCanBeUndoneForHalfAMinute() async throws {
        try await AutomaticHouse.run { house in
            try await house.ask("When is my next session?")
            try await house.wait(minutes: 10)
            let reply = try #require(try await house.reply())
            try await house.wait(seconds: 30)
            #expect(try await house.replies.undo(reply.id, by: house.trainer.actor).state == .undone)
            #expect(try await house.sent().isEmpty)
            try await house.ask("What time is my training?")
            try await house.wait(minutes: 10)
            try await house.wait(seconds: 31)
            let second = try #require(try await house.reply())
            await #expect(throws: SpotterError.self) {
                try await house.replies.undo(second.id, by: house.trainer.actor)
            }
        }
    }

    @Test func wordsThatTheTrainerHasntSeenWaitAgain() async throws {
        try await AutomaticHouse.run { house in
            try await house.ask("When is my next session?")
            try await house.book("Strength", on: "2026-03-14T09:00:00Z")
            try await house.wait(minutes: 10)
            let reply = try #require(try await house.reply())
            #expect(reply.state == .planned && reply.text.contains("Strength"))
            try await house.wait(seconds: 30)
            #expect(try await house.sent().count == 1)
        }
    }

    enum Stop: CaseIterable { case trainer, server, client, relation, deletion, account }

    @Test(arguments: Stop.allCases)
    func whateverStopsItStopsWhatIsPlanned(_ stop: Stop) async throws {
        try await AutomaticHouse.run { house in
            let question = try await house.ask("When is my next session?")
            switch stop {
            case .trainer: try await house.change(.init(enabled: false))
            case .server: try await house.replies.allow(false, by: .folder)
            case .client: try await house.replies.end(with: house.trainer.id, by: house.client.actor)
            case .relation:
                try await house.fixture.services.contacts.remove(house.client.id, by: house.trainer.actor)
            case .deletion:
                try await house.fixture.services.messages.delete(question.id, in: house.chat, by: house.client.actor)
            case .account:
                let deletion = house.fixture.deletion(before: [AutomaticErasure(database: house.fixture.database)])
                try await deletion.delete(house.client.email, by: .folder)
            }
            try await house.wait(minutes: 10)
            #expect(try await house.sent().isEmpty)
            #expect(
                try await house.replies.list(for: house.trainer.actor).allSatisfy {
                    $0.state == .dropped && $0.text.isEmpty
                }
            )
        }
    }

    @Test func aServerThatWasDownDoesntCatchUp() async throws {
        try await AutomaticHouse.run { house in
            try await house.ask("When is my next session?")
            try await house.wait(minutes: 30)
            #expect(try await house.sent().isEmpty)
            #expect(try await house.reply()?.reason == .late)
        }
    }

    @Test func otherKindsNeedAnotherAgreement() async throws {
        try await AutomaticHouse.run { house in
            let same = try await house.replies.offer([.appointments], to: house.client.id, by: house.trainer.actor)
            #expect(same.agreements.map { $0.agreedAt != nil } == [true])
            let more = try await house.replies.offer(
                AutomaticKind.allCases,
                to: house.client.id,
                by: house.trainer.actor
            )
            #expect(more.agreements.map { $0.agreedAt != nil } == [false])
        }
    }

    /// A client agrees to what was on their screen, not to what the trainer has made of it meanwhile.
    @Test func whatWasNotShownIsNotAgreedTo() async throws {
        try await AutomaticHouse.run(isOn: false) { house in
            let (trainer, client) = (house.trainer.actor, house.client.actor)
            _ = try await house.replies.offer([.acknowledgement], to: house.client.id, by: trainer)
            let seen = try #require(try await house.replies.overview(for: client).agreements.first)
            house.fixture.clock.advance(milliseconds: 1000)
            _ = try await house.replies.offer(AutomaticKind.allCases, to: house.client.id, by: trainer)
            // The kinds that were seen, when the offer was made that was seen, or nothing: no body of an old client.
            for shown in [
                AcceptAutomaticRequest(kinds: seen.kinds), AcceptAutomaticRequest(offeredAt: seen.offeredAt),
                AcceptAutomaticRequest(kinds: seen.kinds, offeredAt: seen.offeredAt), AcceptAutomaticRequest(),
            ] {
                let error = await #expect(throws: SpotterError.self) {
                    try await house.replies.accept(house.trainer.id, shown: shown, by: client)
                }
                #expect(error?.code == .conflict)
                #expect(try await house.replies.overview(for: client).agreements.first?.agreedAt == nil)
            }
            let now = try #require(try await house.replies.overview(for: client).agreements.first)
            let agreed = try await house.replies.accept(
                house.trainer.id,
                shown: AcceptAutomaticRequest(kinds: now.kinds, offeredAt: now.offeredAt),
                by: client
            )
            #expect(agreed.agreements.first?.agreedAt != nil)
            // Less than what was agreed to needs no consent; more does.
            _ = try await house.replies.offer([.appointments], to: house.client.id, by: trainer)
            #expect(try await house.replies.overview(for: client).agreements.first?.agreedAt != nil)
            _ = try await house.replies.offer(AutomaticKind.allCases, to: house.client.id, by: trainer)
            #expect(try await house.replies.overview(for: client).agreements.first?.agreedAt == nil)
            let error = await #expect(throws: SpotterError.self) {
                try await house.replies.accept(house.trainer.id, by: client)
            }
            #expect(error?.code == .conflict)
        }
    }

    @Test func lessThanWasShownIsAgreedTo() async throws {
        try await AutomaticHouse.run(isOn: false) { house in
            let (trainer, client) = (house.trainer.actor, house.client.actor)
            _ = try await house.replies.offer(AutomaticKind.allCases, to: house.client.id, by: trainer)
            let seen = try #require(try await house.replies.overview(for: client).agreements.first)
            house.fixture.clock.advance(milliseconds: 1000)
            _ = try await house.replies.offer([.acknowledgement], to: house.client.id, by: trainer)
            let agreed = try await house.replies.accept(
                house.trainer.id,
                shown: AcceptAutomaticRequest(kinds: seen.kinds, offeredAt: seen.offeredAt),
                by: client
            )
            #expect(agreed.agreements.first?.kinds == [.acknowledgement])
            #expect(agreed.agreements.first?.agreedAt != nil)
        }
    }

    @Test func onlyTrainersAndTheirOwnClients() async throws {
        try await AutomaticHouse.run { house in
            let stranger = try await house.fixture.user("stranger", .client)
            await #expect(throws: SpotterError.self) {
                try await house.replies.offer([.appointments], to: stranger.id, by: house.trainer.actor)
            }
            await #expect(throws: SpotterError.self) {
                try await house.replies.change(.init(enabled: true), by: house.client.actor)
            }
            await #expect(throws: SpotterError.self) {
                try await house.replies.accept(house.trainer.id, by: stranger.actor)
            }
            await #expect(throws: SpotterError.self) {
                try await house.replies.preview(.init(clientIds: [stranger.id]), by: house.trainer.actor)
            }
            #expect(try await house.replies.overview(for: stranger.actor).agreements.isEmpty)
        }
    }
}

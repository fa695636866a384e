import Accounts
import Contacts
import ContactsTestKit
import Domain
import Measures
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import CheckIns

@Suite struct CheckInsTests {
    @Test func aClientIsAskedOnTheirOwnClock() async throws {
        try await CheckInHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 2)
            try await house.setZone("America/New_York", of: clients[0])
            try await house.setZone("Asia/Kolkata", of: clients[1])
            let new = NewCheckIn(
                title: "Sunday",
                questions: AskedHouse.questions,
                clients: clients.map(\.id),
                words: "every Sunday at 18:00"
            )
            let made = try await house.checkIns.create(new, by: trainer.actor)
            #expect(made.startsAt == "2026-03-15T18:00" && made.rrule?.contains("FREQ=WEEKLY") == true)
            let times = Dictionary(made.recipients.map { ($0.userId, $0.nextAt?.description) }) { first, _ in first }
            #expect(times[clients[0].id] == "2026-03-15T22:00:00.000Z")
            #expect(times[clients[1].id] == "2026-03-15T12:30:00.000Z")
            try await house.pass(to: try #require(Timestamp(rfc3339: "2026-03-15T13:00:00Z")))
            let asked = try await house.checkIns.asked(.init(), for: trainer.actor).asked
            #expect(asked.map(\.clientId) == [clients[1].id] && asked.first?.state == .open)
        }
    }

    @Test func itIsAnsweredInPlainWordsOverSeveralMessages() async throws {
        for measuresFirst in [false, true] {
            try await AskedHouse.run { house in
                let first = try await house.say("81.3 kg this morning, energy 6/10", "m1", measuresFirst: measuresFirst)
                var asked = try await house.newest()
                #expect(asked.answers.map(\.number) == [81.3, 6] && asked.state == .open)
                #expect(asked.answers.allSatisfy { $0.messageId == first })
                try await house.say("3. some\n4. Good", "m2", measuresFirst: measuresFirst)
                asked = try await house.newest()
                // The picture may be left out.
                #expect(
                    asked.state == .answered && asked.answeredAt != nil
                        && asked.answers.map(\.question) == [1, 2, 3, 4]
                )
                // Each point is there once, whoever read the message first.
                #expect(try await house.points() == ["weight 81.3 kg 2026-03-08", "energy 6 points 2026-03-08"])
                try await house.say("Energy 3/10", "m3", measuresFirst: measuresFirst)
                #expect(try await house.newest().answers == asked.answers)
            }
        }
    }

    @Test func itIsAnsweredByTheForm() async throws {
        try await AskedHouse.run { house in
            let asked = try await house.newest()
            let photo = try await house.house.fixture.media(of: house.client, 1)
            let answers: [CheckInAnswersRequest.Answer] = [
                .init(question: 1, number: 81.3), .init(question: 2, number: 7), .init(question: 3, text: "some"),
                .init(question: 4, text: "Good"), .init(question: 5, mediaId: photo),
            ]
            let checkIns = house.house.checkIns
            let answered = try await checkIns.answer(asked.id, answers, by: house.client.actor)
            #expect(answered.state == .answered && answered.answers.map(\.text) == [nil, nil, "Some", "Good", nil])
            #expect(answered.answers.last?.mediaId == photo)
            let texts = try await house.texts()
            #expect(texts.last?.hasPrefix("Sunday\n1. Weight this morning: 81.3 kg\n2. Energy: 7\n") == true)
            // Once more changes nothing, and what was answered isn't read again.
            let again = try await checkIns.answer(asked.id, answers, by: house.client.actor)
            try await house.house.read()
            #expect(again == answered)
            #expect(try await house.texts() == texts)
            #expect(try await house.newest() == answered)
            #expect(try await house.points() == ["weight 81.3 kg 2026-03-08", "energy 7 points 2026-03-08"])
            let other = [CheckInAnswersRequest.Answer(question: 1, number: 80)]
            #expect(await code { _ = try await checkIns.answer(asked.id, other, by: house.client.actor) } == .conflict)
        }
    }

    @Test func aPictureInTheChatIsAnAnswer() async throws {
        try await AskedHouse.run { house in
            let photo = try await house.house.fixture.media(of: house.client, 1)
            house.house.fixture.clock.advance(milliseconds: 60_000)
            let send = Messages.Send(
                chatId: house.chat,
                sender: house.client.actor,
                clientMessageId: "p",
                text: "",
                mediaIds: [photo]
            )
            _ = try await house.house.fixture.services.messages.send(send)
            try await house.house.read()
            #expect(try await house.newest().answers.map(\.mediaId) == [photo])
        }
    }

    @Test(
        arguments: [
            [], [.init(question: 0, number: 1)], [.init(question: .min, number: 1)], [.init(question: .max, number: 1)],
            [.init(question: 1, text: "81")], [.init(question: 1, number: 81, text: "81")],
            [.init(question: 2, number: 11)], [.init(question: 3, text: "most")],
            [.init(question: 2, number: 7), .init(question: 2, number: 7)],
        ] as [[CheckInAnswersRequest.Answer]]
    )
    func answersThatFitNoQuestionAreRefused(answers: [CheckInAnswersRequest.Answer]) async throws {
        try await AskedHouse.run { house in
            let (id, client) = (try await house.newest().id, house.client.actor)
            let refused = await code { _ = try await house.house.checkIns.answer(id, answers, by: client) }
            #expect(refused == .invalidRequest)
            #expect(try await house.texts().count == 1)
        }
    }

    @Test func nobodyElseSeesIt() async throws {
        try await AskedHouse.run { house in
            let checkIns = house.house.checkIns
            let id = try await house.newest().id
            let other = try await house.house.fixture.user("other", .trainer)
            let stranger = try await house.house.fixture.user("stranger", .client)
            // Another trainer of the same client.
            _ = try await house.house.fixture.services.contacts.addClient(house.client, by: other.actor)
            let answers = [CheckInAnswersRequest.Answer(question: 1, number: 80)]
            for actor in [other.actor, stranger.actor] {
                #expect(try await checkIns.asked(.init(), for: actor).asked.isEmpty)
                #expect(await code { _ = try await checkIns.asked(id, for: actor) } == .notFound)
                #expect(await code { _ = try await checkIns.answer(id, answers, by: actor) } == .notFound)
                #expect(await code { _ = try await checkIns.checkIn(house.checkIn.id, for: actor) } == .notFound)
                #expect(await code { try await checkIns.delete(house.checkIn.id, by: actor) } == .notFound)
            }
            let trainer = house.trainer.actor
            #expect(await code { _ = try await checkIns.answer(id, answers, by: trainer) } == .forbidden)
            #expect(
                await code { _ = try await checkIns.checkIn(house.checkIn.id, for: house.client.actor) } == .notFound
            )
            let new = NewCheckIn(
                title: "t",
                questions: AskedHouse.questions,
                clients: [stranger.id],
                words: "tomorrow at 9"
            )
            #expect(await code { _ = try await checkIns.create(new, by: trainer) } == .notFound)
            #expect(await code { _ = try await checkIns.create(new, by: house.client.actor) } == .forbidden)
        }
    }

    @Test func whatStaysUnansweredIsRemindedOfOnce() async throws {
        try await AskedHouse.run { house in
            let asked = try await house.newest()
            try await house.house.pass(hours: 23)
            #expect(try await house.texts().count == 1)
            try await house.house.pass(hours: 1)
            #expect(try await house.texts().last == "🔔 Sunday")
            #expect(try await house.newest().remindedAt != nil)
            try await house.house.pass(hours: 100)
            #expect(try await house.texts().count == 2)
            // The next week it's asked again, and the last one was missed.
            try await house.house.pass(hours: 44)
            let all = try await house.asked()
            #expect(all.map(\.state) == [.open, .missed] && all.last?.id == asked.id)
            try await house.say("1. 80\n2. 5\n3. all\n4. ok", "m1")
            try await house.house.pass(hours: 30)
            #expect(try await house.texts().count { $0 == "🔔 Sunday" } == 1)
        }
    }

    @Test func quietHoursHoldItBack() async throws {
        try await AskedHouse.run(isAsked: false) { house in
            let settings = QuietHours(from: "20:30", to: "07:15")
            let change = NewCheckIn.Change(quietHours: settings)
            _ = try await house.house.checkIns.change(house.checkIn.id, change, by: house.trainer.actor)
            try await house.house.pass(hours: 3)
            #expect(try await house.asked().isEmpty)
            try await house.house.pass(to: try #require(Timestamp(rfc3339: "2026-03-09T07:15:00Z")))
            #expect(try await house.newest().askedAt.description == "2026-03-09T07:15:00.000Z")
        }
    }

    @Test func aPauseLeavesOut() async throws {
        try await AskedHouse.run { house in
            let checkIns = house.house.checkIns
            _ = try await checkIns.change(house.checkIn.id, .init(isPaused: true), by: house.trainer.actor)
            try await house.house.pass(hours: 24 * 15)
            #expect(try await house.asked().count == 1)
            let resumed = try await checkIns.change(house.checkIn.id, .init(isPaused: false), by: house.trainer.actor)
            #expect(resumed.recipients.first?.nextAt?.description == "2026-03-29T21:00:00.000Z")
            try await house.house.pass(hours: 24 * 7)
            #expect(try await house.asked().count == 2)
        }
    }

    @Test func itFollowsTheClientsZone() async throws {
        try await AskedHouse.run { house in
            try await house.house.setZone("America/New_York", of: house.client)
            try await house.house.checkIns.followZone(of: house.client.id)
            let recipients = try await house.house.checkIns.checkIn(house.checkIn.id, for: house.trainer.actor)
                .recipients
            #expect(recipients.first?.nextAt?.description == "2026-03-16T01:00:00.000Z")
        }
    }

    @Test func anAnswerGoesWithItsMessage() async throws {
        try await AskedHouse.run { house in
            let message = try await house.say("1. 83.21\n2. 5\n3. all\n4. sentinel words", "m1")
            #expect(try await house.newest().state == .answered)
            let messages = house.house.fixture.services.messages
            _ = try await messages.edit(message, in: house.chat, to: "1. 82.11\n2. 6", by: house.client.actor)
            // The former answers are gone at once, the new ones are read in the background.
            #expect(try await house.newest().answers.isEmpty)
            try await house.house.read()
            #expect(try await house.newest().answers.map(\.number) == [82.11, 6])
            #expect(try await house.points() == ["weight 82.11 kg 2026-03-08", "energy 6 points 2026-03-08"])
            try await messages.delete(message, in: house.chat, by: house.client.actor)
            let asked = try await house.newest()
            #expect(asked.state == .open && asked.answers.isEmpty)
            #expect(try await house.points().isEmpty)
            #expect(try await house.house.rows("check_in_answers") == 0)
        }
    }

    @Test func aBloodPressureIsAnsweredWithBothNumbers() async throws {
        let questions = [
            CheckInQuestion(kind: .number, prompt: "Pressure", measure: "bloodPressure"),
            CheckInQuestion(kind: .number, prompt: "Sleep", measure: "sleep"),
        ]
        try await AskedHouse.run(questions) { house in
            let asked = try await house.newest()
            let checkIns = house.house.checkIns
            for wrong in [CheckInAnswersRequest.Answer(question: 1, number: 128), .init(question: 1, text: "128")] {
                let answer = { _ = try await checkIns.answer(asked.id, [wrong], by: house.client.actor) }
                #expect(await code(answer) == .invalidRequest)
            }
            let answers = [CheckInAnswersRequest.Answer(question: 1, text: "128/82"), .init(question: 2, number: 7)]
            for _ in 0..<2 {
                let answered = try await checkIns.answer(asked.id, answers, by: house.client.actor)
                #expect(answered.answers.first?.number == 128 && answered.answers.first?.text == "128/82")
            }
            #expect(try await house.texts().contains { $0.contains("1. Pressure: 128/82 mmHg") })
            #expect(try await house.diastolic() == [82])
            // In plain words, by number and by name.
            for (number, text) in ["1. 130/85\n2. 6", "Blood pressure 131/86 and slept 6 h", "130/87\n7"].enumerated() {
                try await house.house.pass(hours: 7 * 24)
                try await house.say(text, "m\(number)")
                let newest = try await house.newest()
                #expect(newest.state == .answered, "\(text)")
            }
            #expect(try await house.diastolic() == [82, 85, 86, 87])
        }
    }

    /// A measure that the trainer has added is asked for, read by its name, and a line of its own.
    @Test func aMeasureOfTheTrainersOwnIsAskedFor() async throws {
        try await CheckInHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            try await house.read()
            let question = CheckInQuestion(kind: .number, prompt: "How much did you drink?", measure: "Water")
            let other = CheckInQuestion(kind: .text, prompt: "And else?", optional: true)
            let new = NewCheckIn(
                title: "Evening",
                questions: [question, other],
                clients: [client.id],
                startsAt: "2026-03-08T21:00",
                rrule: "FREQ=DAILY"
            )
            let unknown = await code { _ = try await house.checkIns.create(new, by: trainer.actor) }
            #expect(unknown == .invalidRequest)
            let water = NewCustomMeasureRequest(name: "water", unit: "l", min: 0, max: 10)
            let kind = try await house.measures.addKind(water, by: trainer.actor)
            let made = try await house.checkIns.create(new, by: trainer.actor)
            #expect(made.questions.first?.measure == "water" && made.questions.first?.unit == "l")
            let asked = AskedHouse(house: house, chat: chat, trainer: trainer, client: client, checkIn: made)
            try await house.pass(hours: 1)
            #expect(try await asked.texts().contains { $0.contains("1. How much did you drink? (l)") })
            try await asked.say("Long day. Water 2.5 l, and slept 7 h", "m1")
            #expect(try await asked.points() == ["sleep 7 h 2026-03-08", "water 2.5 l 2026-03-08"])
            // What nobody can drink is an answer, and no value.
            try await house.pass(hours: 24)
            try await asked.say("1. 25", "m2")
            #expect(try await asked.newest().answers.map(\.number) == [25])
            #expect(try await asked.points().count == 2)
            // After it was deleted, an answer is no value any more.
            try await house.measures.deleteKind(kind.id, by: trainer.actor)
            try await house.pass(hours: 24)
            try await asked.say("1. 3", "m3")
            #expect(try await asked.newest().answers.map(\.number) == [3])
            #expect(try await asked.points() == ["sleep 7 h 2026-03-08"])
        }
    }

    @Test func whoComesBackIsAskedAnew() async throws {
        try await CheckInHouse.run { house in
            let (trainer, clients) = try await house.fixture.studio(clients: 2)
            let new = NewCheckIn(
                title: "Once",
                questions: AskedHouse.questions,
                clients: clients.map(\.id),
                startsAt: "2026-03-08T21:00"
            )
            let made = try await house.checkIns.create(new, by: trainer.actor)
            try await house.pass(hours: 1)
            for people in [[clients[0].id], clients.map(\.id)] {
                _ = try await house.checkIns.change(made.id, .init(clients: people), by: trainer.actor)
                try await house.pass(hours: 1)
            }
            let asked = try await house.checkIns.asked(.init(), for: clients[1].actor).asked
            #expect(asked.map(\.state) == [.open, .missed] && asked[0].messageId != asked[1].messageId)
            // Whoever stayed isn't asked again, nor is anybody by another change.
            _ = try await house.checkIns.change(made.id, .init(zone: "Europe/Berlin"), by: trainer.actor)
            try await house.pass(hours: 24)
            #expect(try await house.rows("asked_check_ins") == 3)
        }
    }

    @Test func anEditIsReadForTheNewestThatIsOpen() async throws {
        try await AskedHouse.run { house in
            let second = NewCheckIn(
                title: "Monday",
                questions: [CheckInQuestion(kind: .scale, prompt: "Legs")],
                clients: [house.client.id],
                startsAt: "2026-03-09T08:00"
            )
            _ = try await house.house.checkIns.create(second, by: house.trainer.actor)
            try await house.house.pass(hours: 12)
            let message = try await house.say("Hello", "m1")
            let messages = house.house.fixture.services.messages
            _ = try await messages.edit(message, in: house.chat, to: "7", by: house.client.actor)
            try await house.house.read()
            let asked = try await house.newest()
            #expect(asked.title == "Monday" && asked.answers.map(\.number) == [7])
        }
    }

    @Test(arguments: [-1, 169, .min, .max]) func hoursOfAReminderAreLimited(hours: Int) async throws {
        try await AskedHouse.run(isAsked: false) { house in
            let change = NewCheckIn.Change(remindAfterHours: hours)
            let refused = await code {
                _ = try await house.house.checkIns.change(house.checkIn.id, change, by: house.trainer.actor)
            }
            #expect(refused == .invalidRequest)
        }
    }

    @Test func whatWasSaidBeforeIsNoAnswerWhenItIsEdited() async throws {
        try await AskedHouse.run(isAsked: false) { house in
            let before = try await house.say("Hello", "m0")
            try await house.house.pass(hours: 1)
            let messages = house.house.fixture.services.messages
            _ = try await messages.edit(before, in: house.chat, to: "1. 83.2\n2. 5", by: house.client.actor)
            try await house.house.read()
            #expect(try await house.newest().answers.isEmpty)
        }
    }

    @Test func itGoesWithTheMessageThatAsks() async throws {
        try await AskedHouse.run { house in
            try await house.say("1. 83.2\n2. 5", "m1")
            let asked = try await house.newest()
            try await house.house.fixture.services.messages.delete(
                asked.messageId,
                in: house.chat,
                by: house.trainer.actor
            )
            #expect(try await house.asked().isEmpty)
            #expect(try await house.house.rows("check_in_answers") == 0)
            // What the client has said stays theirs.
            #expect(try await house.points().count == 2)
        }
    }

    @Test func itEndsWithTheRelation() async throws {
        try await AskedHouse.run { house in
            try await house.say("1. 83.2\n2. 5", "m1")
            try await house.house.fixture.services.contacts.remove(house.client.id, by: house.trainer.actor)
            for table in ["check_in_clients", "asked_check_ins", "check_in_answers"] {
                #expect(try await house.house.rows(table) == 0, "\(table)")
            }
            try await house.house.pass(hours: 24 * 8)
            #expect(try await house.house.rows("asked_check_ins") == 0)
        }
    }

    @Test(arguments: [true, false]) func itGoesWithEitherAccount(deletesTrainer: Bool) async throws {
        try await AskedHouse.run { house in
            try await house.say("1. 83.2\n2. 5", "m1")
            let gone = deletesTrainer ? house.trainer : house.client
            let database = house.house.fixture.database
            let erasure = CheckInErasure(database: database)
            #expect(try await !database.read { try erasure.isErased(gone.id, on: $0) })
            try await erasure.erase(DeletedUser(id: gone.id, name: gone.displayName, role: gone.role))
            #expect(try await database.read { try erasure.isErased(gone.id, on: $0) })
            #expect(try await house.house.rows("check_in_answers") == 0)
        }
    }

    @Test func aBlockStopsItUntilItIsChanged() async throws {
        try await AskedHouse.run { house in
            try await house.house.fixture.services.blocks.block(house.trainer.id, by: house.client.actor)
            try await house.house.pass(hours: 24 * 8)
            let found = try await house.house.checkIns.checkIn(house.checkIn.id, for: house.trainer.actor)
            #expect(found.recipients.first?.failure != nil && found.recipients.first?.nextAt == nil)
            #expect(try await house.asked().count == 1)
        }
    }
}

extension AskedHouse {
    fileprivate func diastolic() async throws -> [Double] {
        let found = try await house.measures.series(of: client.id, .init(kind: "bloodPressure"), for: trainer.actor)
        return found.series.flatMap(\.points).compactMap(\.diastolic)
    }
}

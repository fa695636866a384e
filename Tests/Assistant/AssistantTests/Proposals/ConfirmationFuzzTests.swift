import Accounts
import Assistant
import AssistantTools
import Domain
import Foundation
import Messaging
import Scheduling
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

/// Ten thousand random confirmations, cancellations, replays, forgeries and races on the real path, while the clock jumps
/// forward and back: no effect that its owner didn't approve, and none twice.
@Suite(.longTimeLimit) struct ConfirmationFuzzTests {
    static let operations = 10_000
    /// At the same time.
    static let group = 8

    private enum Operation: Sendable, CaseIterable {
        case confirm, replay, confirmAsOther, confirmMutated, cancel, cancelAsOther, sweep, look
    }

    /// What was asked of one proposal, and what was answered.
    private struct Record: Sendable {
        var confirmsByOwner = 0
        var results: Set<ProposalResult> = []
        /// An end other than execution was reported.
        var refused: Set<ErrorCode> = []
        var isCancelled = false
    }

    private final class Ledger: Sendable {
        private let records = Mutex<[ProposalID: Record]>([:])
        private let counts = Mutex<[String: Int]>([:])

        func note(_ id: ProposalID, _ change: (inout Record) -> Void) {
            records.withLock { change(&$0[id, default: Record()]) }
        }

        func count(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }
        subscript(_ id: ProposalID) -> Record { records.withLock { $0[id] ?? Record() } }
        var total: Int { counts.withLock { $0.values.reduce(0, +) } }
        func counted(_ what: String) -> Int { counts.withLock { $0[what] ?? 0 } }
    }

    @Test func noUnapprovedAndNoDoubleEffect() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let rival = try await fixture.trainer("Other Trainer")
        let chat = try await fixture.chat(alex, sara)
        let ledger = Ledger()
        var random = SeededRandom(seed: 4711)
        var all: [ProposalID: ToolArguments] = [:]
        var live: [ProposalID] = []

        for round in 0..<Self.operations / Self.group {
            if round % 6 == 0 {
                let made = try await propose(all.count, chat: chat.id, as: alex, in: fixture)
                all[made.id] = made.arguments
                live.append(made.id)
                if live.count > 10 { live.removeFirst() }
            }
            if random.next() % 12 == 0 { moveClock(fixture.clock, &random) }
            let target = live[Int(random.next() % UInt64(live.count))]
            let group: [(Operation, ProposalID, UInt64)] = (0..<Self.group).map { _ in
                let operation = Operation.allCases[Int(random.next() % UInt64(Operation.allCases.count))]
                // Half of a group race for the same proposal.
                let id = random.next() % 2 == 0 ? target : live[Int(random.next() % UInt64(live.count))]
                return (operation, id, random.next())
            }
            await withTaskGroup(of: Void.self) { tasks in
                for (operation, id, noise) in group {
                    tasks.addTask {
                        ledger.count("\(operation)")
                        await perform(operation, id, noise, owner: alex, others: [sara, rival], in: fixture, ledger)
                    }
                }
            }
        }
        #expect(ledger.total == Self.operations)
        for operation in Operation.allCases { #expect(ledger.counted("\(operation)") > Self.operations / 16) }
        try await expectOneEffectPerApproval(all, ledger, chat: chat.id, owner: alex, in: fixture)
        #expect(ledger.counted("forged") == 0)
        #expect(try await fixture.audit.verify().isIntact)
    }

    private func propose(_ number: Int, chat: ChatID, as alex: User, in fixture: ToolsFixture) async throws -> Proposal
    {
        let now = fixture.clock.now()
        let arguments: ToolArguments =
            switch number % 3 {
            case 0: .sendMessage(.init(chatId: chat, text: "text \(number)"))
            case 1: .setReminder(.init(text: "reminder \(number)", dueAt: now.adding(seconds: 40 * 86_400)))
            default:
                .scheduleCall(
                    .init(
                        clientId: nil,
                        startsAt: now.adding(seconds: Int64(number + 50) * 86_400),
                        durationMinutes: 30,
                        eventType: .adhoc,
                        title: "event \(number)",
                        timezone: alex.timezone
                    )
                )
            }
        return try await fixture.proposals.create(arguments, summary: "Number \(number)", for: alex.id)
    }

    private func moveClock(_ clock: ManualClock, _ random: inout SeededRandom) {
        let seconds: [Int64] = [1, 30, 600, 1800, 3700, -1, -3, -60, -1800, -7200]
        clock.advance(milliseconds: seconds[Int(random.next() % UInt64(seconds.count))] * 1000)
    }

    private func perform(
        _ operation: Operation,
        _ id: ProposalID,
        _ noise: UInt64,
        owner: User,
        others: [User],
        in fixture: ToolsFixture,
        _ ledger: Ledger
    ) async {
        let other = others[Int(noise % UInt64(others.count))].actor
        do {
            switch operation {
            case .confirm, .replay:
                ledger.note(id) { $0.confirmsByOwner += 1 }
                for _ in 0..<(operation == .replay ? 2 : 1) {
                    let door: AuditChannel = noise % 2 == 0 ? .rest : .callable
                    let result = try await fixture.proposals.confirm(id, by: owner.actor, door: door).result
                    ledger.note(id) { $0.results.insert(result) }
                }
            case .confirmAsOther:
                _ = try await fixture.proposals.confirm(id, by: other)
                ledger.count("forged")
            case .confirmMutated:
                guard let mutated = Self.mutated(id, noise) else { return }
                _ = try await fixture.proposals.confirm(mutated, by: owner.actor)
                ledger.count("forged")
            case .cancel:
                _ = try await fixture.proposals.cancel(id, by: owner.actor)
                ledger.note(id) { $0.isCancelled = true }
            case .cancelAsOther:
                _ = try await fixture.proposals.cancel(id, by: other)
                ledger.count("forged")
            case .sweep: _ = try await fixture.proposals.sweep()
            case .look: _ = try await fixture.proposals.proposal(id, for: owner.actor)
            }
        } catch let error as SpotterError {
            if [.confirm, .replay].contains(operation) { ledger.note(id) { $0.refused.insert(error.code) } }
        } catch {
            ledger.count("forged")
            Issue.record(error)
        }
    }

    /// The id with one digit changed.
    private static func mutated(_ id: ProposalID, _ noise: UInt64) -> ProposalID? {
        var digits = Array(id.description)
        let place = Int(noise % UInt64(digits.count))
        guard digits[place] != "-" else { return nil }
        digits[place] = digits[place] == "0" ? "1" : "0"
        return ProposalID(String(digits))
    }

    private func expectOneEffectPerApproval(
        _ all: [ProposalID: ToolArguments],
        _ ledger: Ledger,
        chat: ChatID,
        owner: User,
        in fixture: ToolsFixture
    ) async throws {
        let texts: [String] = try await fixture.database.read { connection in
            try connection.query("SELECT text FROM messages WHERE chat_id = $1", chat) { try $0.text(0) }
                + connection.query("SELECT text FROM reminders") { try $0.text(0) }
                + connection.query("SELECT title FROM calendar_events") { try $0.text(0) }
        }
        let effects = Dictionary(grouping: texts, by: \.self).mapValues(\.count)
        var executed = 0
        for (id, arguments) in all {
            let record = ledger[id]
            let count = effects[Self.text(of: arguments)] ?? 0
            let state = try await fixture.proposals.proposal(id, for: owner.actor).state
            #expect(count <= 1, "twice: \(arguments)")
            #expect((count == 1) == (state == .executed))
            #expect(record.results.count == count, "another result, or none: \(arguments)")
            if count == 1 {
                executed += 1
                #expect(record.confirmsByOwner > 0 && !record.isCancelled, "unapproved: \(arguments)")
            }
        }
        #expect(effects.values.reduce(0, +) == executed)
        #expect(executed > all.count / 5 && executed < all.count)
    }

    private static func text(of arguments: ToolArguments) -> String {
        switch arguments {
        case .sendMessage(let message): message.text
        case .setReminder(let reminder): reminder.text
        case .scheduleCall(let call): call.title
        case .rescheduleEvent, .cancelEvent: ""
        }
    }
}

import Domain
import Foundation
import SpotterAPI
import SpotterClient

/// The assistant proposes an action. Nothing is executed until the user confirms it.
struct DemoAction {
    let stage: DemoStage

    func play() async throws {
        let request = "Schedule a call with Priya tomorrow at 3pm"
        DemoStage.heading("Alex: \(request)")
        let http = stage.trainer.http
        let clientId = stage.client.user.id
        // Thursday 12 March 2026, 15:00 in New York.
        guard let start = Timestamp(rfc3339: "2026-03-12T19:00:00Z") else { return }
        let isPlanned = { () async throws -> Bool in
            try await http.events(from: start, to: start.adding(minutes: 30)).map(\.event).contains {
                $0.clientId == clientId && $0.startsAt == start && $0.status == .scheduled
            }
        }
        let answer = try await http.ask(AssistantQuery(message: request, timezone: "America/New_York"))
        guard let proposal = answer.proposals.first else {
            throw SpotterError(.conflict, "no proposal came: \(answer.text)")
        }
        DemoStage.say("proposed: \(proposal.summary)")
        try DemoStage.check(proposal.isPending && proposal.tool == .scheduleCall, "it is a proposal, and waits")
        try DemoStage.check(try await !isPlanned(), "nothing is in the calendar yet")

        let outcome = try await http.confirm(proposal: proposal.id.description)
        DemoStage.say("Alex confirms.")
        try DemoStage.check(outcome.proposal.state == .executed, "it was executed")
        try DemoStage.check(try await isPlanned(), "the call is in the calendar")
        _ = try await http.confirm(proposal: proposal.id.description)
        let events = try await http.events(from: start, to: start.adding(minutes: 30)).map(\.event)
        try DemoStage.check(events.filter { $0.startsAt == start }.count == 1, "a second yes does nothing")

        let audit = try await http.audit(limit: 10)
        guard let entry = audit.first(where: { $0.proposalId == proposal.id && $0.state == .executed }) else {
            throw SpotterError(.conflict, "the audit log doesn't have it")
        }
        try DemoStage.check(!entry.hash.isEmpty, "the audit log has it, chained by hash \(entry.hash.prefix(12))…")
    }
}

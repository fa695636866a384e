import Accounts
import Assistant
import Cluster
import Coaching
import Contacts
import Gateway
import Logging
import Messaging
import ModelBudgets
import Scheduling
import ServiceLifecycle
import SpotterAPI

/// Periodic jobs: expires proposals, completes past events, saves when sessions were last active, resumes interrupted
/// deletions of accounts, purges of chats and broadcasts, picks up a renewed certificate, and verifies the audit log.
struct MaintenanceService: Service {
    let useCases: UseCases
    let tls: TLSIdentity?
    let lease: Lease
    let logger: Logger
    /// Called when the whole audit log was verified and found intact.
    let auditDidVerify: @Sendable () -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (hasPurged, rounds) = (false, 0)
            while !Task.isCancelled {
                renewCertificate()
                do {
                    try await useCases.messaging.accounts.writeActivity()
                    try await lease.perform {
                        // At the start, and then once a day.
                        let isDaily = rounds.isMultiple(of: 24 * 60)
                        rounds += 1
                        if isDaily { await verifyAuditLog() }
                        try await tidyUp(isDaily: isDaily)
                        if !hasPurged { try await useCases.messaging.chats.purgeDeserted() }
                        hasPurged = true
                    }
                } catch is CancellationError {
                    return
                } catch is LeaseLost {
                } catch {
                    logger.error("maintenance failed, trying again in a minute: \(error)")
                }
                try? await Task.sleep(for: .seconds(60))
            }
        }
        lease.giveUp()
    }

    private func tidyUp(isDaily: Bool) async throws {
        if lease.poll != nil { try await useCases.assistant.recover(othersAnswer: true) }
        try await useCases.proposals.sweep()
        _ = try await useCases.calendar.completePast()
        try await useCases.calendar.extendSeries()
        try await useCases.notices.deleteOld()
        if isDaily { try await useCases.assistant.budgets.deleteOld() }
        try await useCases.messaging.contacts.deleteExpiredRequests()
        try await useCases.accountDeletion.resume()
        try await useCases.broadcasts.resume()
    }

    private func verifyAuditLog() async {
        do {
            let found = try await useCases.audit.verify()
            guard let position = found.brokenAt else { return auditDidVerify() }
            logger.error("the audit log is broken at entry \(position): \(found.reason ?? "")")
        } catch {
            logger.error("the audit log could not be verified: \(error)")
        }
    }

    private func renewCertificate() {
        guard let tls else { return }
        do {
            if try tls.renew() { logger.notice("the certificate in \(tls.files.certificate) was read anew") }
        } catch {
            logger.error("the certificate before stays in use: \(error)")
        }
    }
}

import Accounts
import Assistant
import Contacts
import Gateway
import Logging
import Messaging
import Scheduling
import ServiceLifecycle

/// Periodic jobs: expires proposals, completes past events, saves when sessions were last active, resumes interrupted
/// deletions of accounts and purges of chats, and picks up a renewed certificate.
struct MaintenanceService: Service {
    let useCases: UseCases
    let tls: TLSIdentity?
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var hasPurged = false
            while !Task.isCancelled {
                renewCertificate()
                do {
                    try await useCases.proposals.sweep()
                    _ = try await useCases.calendar.completePast()
                    try await useCases.messaging.accounts.writeActivity()
                    try await useCases.messaging.contacts.deleteExpiredRequests()
                    try await useCases.accountDeletion.resume()
                    if !hasPurged { try await useCases.messaging.chats.purgeDeserted() }
                    hasPurged = true
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("maintenance failed, trying again in a minute: \(error)")
                }
                try? await Task.sleep(for: .seconds(60))
            }
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

import Accounts
import Assistant
import Gateway
import Logging
import Messaging
import Scheduling
import ServiceLifecycle

/// What has to be written down now and then though nobody asks: proposals that expired, events that are over, when
/// sessions were last heard of, accounts whose deletion and chats whose purging were cut off. And what an operator has
/// renewed: the certificate.
struct Maintenance: Service {
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

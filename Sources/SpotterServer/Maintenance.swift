import Assistant
import Logging
import Scheduling
import ServiceLifecycle

/// What has to be written down now and then though nobody asks: proposals that expired, events that are over.
struct Maintenance: Service {
    let useCases: UseCases
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await useCases.proposals.sweep()
                    _ = try await useCases.calendar.completePast()
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("maintenance failed, trying again in a minute: \(error)")
                }
                try? await Task.sleep(for: .seconds(60))
            }
        }
    }
}

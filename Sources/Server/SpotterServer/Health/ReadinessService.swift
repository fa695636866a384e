import Cluster
import ServiceLifecycle

/// Says that the server isn't ready any more as soon as it begins to stop.
struct ReadinessService: Service {
    let readiness: Readiness
    let cluster: ClusterMember?

    func run() async throws {
        try? await gracefulShutdown()
        readiness.enter(.draining)
        cluster?.beginDraining()
    }
}

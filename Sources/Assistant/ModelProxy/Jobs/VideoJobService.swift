package import AsyncHTTPClient
package import Cluster
import Domain
package import Logging
package import MediaStore
import NIOCore
import NIOHTTP1
import OpenAIClient
import Scheduling
import ServiceLifecycle

/// Follows the jobs at their providers and fetches what is ready, whether or not anybody asks. A job that a restart has
/// interrupted goes on.
package final class VideoJobService: Service {
    /// At a time.
    private static let maxAtOnce = 4
    private static let maxBytes = 1 << 20

    private let jobs: VideoJobs
    private let models: ProxiedModels
    private let fetcher: VideoFetcher
    private let client: HTTPClient
    private let logger: Logger
    private let loop: DueWorkLoop

    package init(
        _ jobs: VideoJobs,
        models: ProxiedModels,
        media: MediaServices,
        client: HTTPClient,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.jobs = jobs
        self.models = models
        self.client = client
        self.logger = logger
        fetcher = VideoFetcher(uploads: media.uploads, client: client, logger: logger)
        loop = DueWorkLoop(clock: jobs.clock, changes: jobs.changes, lease: lease, logger: logger, sleep: sleep)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.loop.run(orLog: "videos could not be followed") {
                try await self.jobs.deleteOld()
                return try await self.step()
            }
        }
    }

    /// Looks once at every job that is due.
    /// - Returns: when the next is due.
    private func step() async throws -> Timestamp? {
        let due = try await jobs.due(limit: Self.maxAtOnce)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for job in due { group.addTask { try await self.follow(job) } }
            try await group.waitForAll()
        }
        return try await jobs.nextDue()
    }

    private func follow(_ job: VideoJob) async throws {
        var job = job
        do {
            try await look(&job)
        } catch let failure as VideoFailure {
            job.state = .failed
            job.error = failure.message
        } catch {
            try Task.checkCancellation()
            logger.info("a video will be looked for again", metadata: ["job": "\(job.id)", "why": "\(error)"])
        }
        let age = jobs.clock.now().milliseconds(since: job.createdAt) / 1000
        if job.state == .processing, age > VideoJobs.maxSeconds {
            job.state = .failed
            job.error = "The model's service took too long."
        }
        try await jobs.update(job)
    }

    private func look(_ job: inout VideoJob) async throws {
        guard let model = models.all.first(where: { $0.name == job.model && $0.output == .video }) else {
            throw VideoFailure("The model that made the video isn't served here any more.")
        }
        switch UpstreamJob(try await state(of: job, at: model)) {
        case .processing(let progress): job.progress = progress ?? job.progress
        case .failed(let reason):
            throw VideoFailure(Redaction(key: model.apiKey).clean(reason))
        case .completed(let address):
            guard let owner = try await jobs.owner(of: job) else { return }
            job.mediaId = try await fetcher.fetch(address, job, of: model, for: owner)
            (job.state, job.progress) = (.completed, 1)
        }
    }

    /// What the provider says; `nil` for a job that it doesn't know yet.
    private func state(of job: VideoJob, at model: ProxiedModel) async throws -> JSONValue? {
        guard let id = UpstreamJobID(job.upstreamId) else { throw VideoFailure("The job has no usable name.") }
        let endpoint = try model.job(id)
        var request = HTTPClientRequest(url: endpoint.url)
        request.headers = endpoint.headers
        request.headers.add(name: "accept", value: "application/json")
        let response = try await client.execute(request, timeout: .seconds(30), logger: logger)
        if response.status.code == 404 { return nil }
        guard response.status.code == 200 else { throw UpstreamRefusal.unreachable }
        return JSONValue.parse(Array(try await response.body.collect(upTo: Self.maxBytes).readableBytesView))
    }
}

import Domain

/// What a provider says of a job.
enum UpstreamJob: Equatable {
    case processing(progress: Double?)
    /// Where the video is.
    case completed(address: String)
    case failed(String)

    /// `{"status","progress","video_url","error"}`. A state that isn't known goes on; what isn't JSON does, too.
    init(_ json: JSONValue?) {
        switch json?["status"]?.string?.lowercased() {
        case "completed", "done", "success", "succeeded":
            let listed = json?["unsigned_urls"]?[0]?.string ?? json?["data"]?[0]?["url"]?.string
            if let address = json?["video_url"]?.string ?? listed {
                self = .completed(address: address)
            } else {
                self = .failed("The model's service made a video and doesn't say where it is.")
            }
        case "failed", "error", "cancelled", "expired":
            let error = json?["error"]
            self = .failed(
                error?.string ?? error?["message"]?.string ?? "The model's service could not make the video."
            )
        default:
            let progress = json?["progress"]?.double.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
            self = .processing(progress: progress)
        }
    }
}

import Embedding
import Foundation

/// A place that has a model's files.
protocol ModelSource: Sendable {
    /// For the user, without credentials.
    var name: String { get }

    /// Puts each of `files` into `folder` under its `partName`. The caller verifies and renames them.
    func deliver(_ files: [ModelManifest.File], to folder: URL, report: @escaping FetchReport) async throws
}

extension ModelManifest.File {
    /// The name of a file that has not been verified yet.
    var partName: String { name + ".part" }
}

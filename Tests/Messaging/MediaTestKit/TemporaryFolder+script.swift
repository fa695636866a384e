import Foundation
package import TestSupport
import Testing

extension TemporaryFolder {
    /// A shell script in the place of an executable; its path.
    package func script(_ name: String, _ text: String) async throws -> String {
        let path = "\(self.path)/\(name)"
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try await waitUntilNobodyWrites(path)
        return path
    }

    /// A file can't be run while anybody has it open for writing, such as a child that another test is just starting, which
    /// has copies of all descriptors until it runs its own program. The system grants a read lease only after that.
    private func waitUntilNobodyWrites(_ path: String) async throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(descriptor) }
        let (setLease, readLease, noLease) = (Int32(1024), Int32(0), Int32(2))
        await until("nobody writes \(path)") { fcntl(descriptor, setLease, readLease) == 0 || errno != EAGAIN }
        _ = fcntl(descriptor, setLease, noLease)
    }
}

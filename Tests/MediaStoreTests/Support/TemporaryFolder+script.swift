import Foundation
import SpotterTestKit

extension TemporaryFolder {
    /// A shell script in the place of an executable; its path.
    func script(_ name: String, _ text: String) throws -> String {
        let path = "\(self.path)/\(name)"
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }
}

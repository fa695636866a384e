import Foundation
import TestSupport
import Testing

@testable import Backup

@Suite struct PartialFileTests {
    @Test func neverReplacesAnything() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/a.tar"
        try folder.write([1], to: "a.tar")
        #expect(throws: BackupError.self) { _ = try PartialFile(path) }
        try FileManager.default.removeItem(atPath: path)
        let file = try PartialFile(path)
        try folder.write([2], to: "a.tar")
        #expect(throws: BackupError.self) { try file.publish() }
        #expect(try folder.content(of: "a.tar") == [2])
        file.discard()
        #expect(try folder.names() == ["a.tar"])
    }

    @Test func twoDoNotWriteTheSame() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/a.tar"
        let first = try PartialFile(path)
        #expect(throws: BackupError.self) { _ = try PartialFile(path) }
        try first.write([1, 2], at: 0)
        try first.publish()
        #expect(try folder.content(of: "a.tar") == [1, 2])
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        #expect(try folder.names() == ["a.tar"])
    }

    /// What a killed backup left is removed; one that is being written isn't.
    @Test func leftoversGo() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try folder.write([1], to: "spotter-20260101T000000Z.tar.partial")
        try folder.write([1], to: "spotter-20260101T000000Z.tar.partial-database")
        try folder.write([1], to: "other.partial")
        let current = try PartialFile("\(folder.path)/spotter-20260102T000000Z.tar")
        PartialFile.removeLeftovers(in: folder.path)
        #expect(try folder.names() == ["other.partial", "spotter-20260102T000000Z.tar.partial"])
        withExtendedLifetime(current) {}
    }
}

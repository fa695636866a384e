import Domain
import FileIO
import Foundation
import ServerHarness
import TestSupport
import Testing

@testable import Accounts

/// What an ordinary `tar` makes of an archive is tried with one.
@Suite struct AccountExportArchiveTests {
    private final class Collector: AccountExportSink {
        private(set) var bytes: [UInt8] = []
        func write(_ bytes: [UInt8]) async throws { self.bytes += bytes }
    }

    @Test(arguments: [0, 1, 511, 512, 513, 300_000])
    func sizesAreKept(size: Int) async throws {
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let bytes = try await archive(["a.bin": content])
        #expect(bytes.count % 512 == 0)
        #expect(Array(bytes[512..<512 + size]) == content)
        #expect(bytes[(512 + size)...].prefix((512 - size % 512) % 512).allSatisfy { $0 == 0 })
    }

    @Test func tarReadsAnyName() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let names = [
            "plain.txt", String(repeating: "l", count: 180) + ".txt", "träning 💪.txt", "with = and \" and '.txt",
        ]
        let bytes = try await archive(Dictionary(uniqueKeysWithValues: names.map { ($0, Array($0.utf8)) }))
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/a.tar"))
        let exit = try await ChildProcess.run("tar", ["-xf", "\(folder.path)/a.tar", "-C", folder.path])
        #expect(exit == .code(0))
        for name in names {
            #expect(try String(contentsOfFile: "\(folder.path)/export/\(name)", encoding: .utf8) == name)
        }
    }

    /// An archive never pretends to be whole.
    @Test func aFileThatGotShorterIsAnError() async throws {
        let archive = AccountExportArchive(Collector(), folder: "export", at: Timestamp(milliseconds: 0))
        await #expect(throws: SpotterError.self) {
            try await archive.file("a", size: 10) { _, _ in [1, 2, 3] }
        }
    }

    @Test(arguments: [98, 99, 100, 101, 998, 9_998])
    func paxLengthsCountThemselves(length: Int) throws {
        let path = String(repeating: "ä", count: length / 2)
        let header = TarFormat.header(path, size: 0, modified: 0)
        let record = header[512...].prefix { $0 != UInt8(ascii: "\n") }
        let digits = record.prefix { $0 != UInt8(ascii: " ") }
        #expect(Int(String(decoding: digits, as: UTF8.self)) == record.count + 1)
    }

    private func archive(_ files: [String: [UInt8]]) async throws -> [UInt8] {
        let collector = Collector()
        let archive = AccountExportArchive(collector, folder: "export", at: Timestamp(milliseconds: 0))
        for (path, content) in files.sorted(by: { $0.key < $1.key }) {
            try await archive.file(path, size: Int64(content.count)) { offset, count in
                Array(content[Int(offset)..<Int(offset) + count])
            }
        }
        return collector.bytes + TarFormat.end
    }
}

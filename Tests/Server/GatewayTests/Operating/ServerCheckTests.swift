import Backup
import Contacts
import Domain
import Foundation
import Gateway
import Messaging
import ObjectStorage
import ServerTestKit
import SpotterClient
import TestSupport
import Testing

@testable import SpotterServer

@Suite(.standardTimeLimit, .onSQLite("it looks at a folder with the file of a database")) struct ServerCheckTests {
    private func findings(
        _ folder: String,
        unit: ServiceUnit? = nil,
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) async -> [String: ServerCheck.Finding] {
        var configuration = ServerConfiguration()
        configuration.dataFolder = folder
        configuration.port = 0
        configuration.modelFolder = "/nonexistent"
        configuration.diskFloor = 0
        configuration.media.worker = (try? BuiltExecutable.spotter.path) ?? "/nonexistent"
        configure(&configuration)
        let all = await ServerCheck(configuration, unit: unit).run()
        #expect(all.allSatisfy { !$0.description.contains("\n") })
        return Dictionary(all.map { ($0.subject, $0) }) { first, second in
            first.outcome == .fault ? first : second
        }
    }

    @Test func aNewFolderIsFineAndStaysUnmade() async {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/new"
        let found = await findings(path)
        #expect(!found.values.contains { $0.outcome == .fault }, "\(found)")
        #expect(found["data folder"]?.outcome == .warning && found["database"] == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func itSaysWhyFilesCannotBeReached() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let inFolder = await findings(folder.path)["files"]
        #expect(inFolder == nil)
        let store = try S3Address("s3://media")
        let withoutKeys = await findings(folder.path) {
            $0.media.store = store
            $0.media.credentialsFile = "/nonexistent"
        }["files"]
        #expect(withoutKeys?.outcome == .fault && withoutKeys?.text.contains("/nonexistent can't be read") == true)
    }

    @Test func itSaysWhereMessagesGoForClientProfiles() async {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let byRules = await findings(folder.path)["client profiles"]
        #expect(byRules?.outcome == .fine && byRules?.text.contains("no language model") == true)
        let models: @Sendable (inout ServerConfiguration) -> Void = {
            $0.languageModel = .init(baseURL: "http://127.0.0.1:1/v1", apiKey: nil, model: "tiny")
        }
        let byModel = await findings(folder.path) {
            models(&$0)
            $0.profileModel = "tiny"
        }["client profiles"]
        #expect(byModel?.outcome == .fine && byModel?.text.contains("goes to http://127.0.0.1:1/v1") == true)
        let unknown = await findings(folder.path) {
            models(&$0)
            $0.profileModel = "huge"
        }["client profiles"]
        #expect(unknown?.outcome == .fault && unknown?.text.contains("huge") == true)
        let measures = await findings(folder.path) {
            models(&$0)
            $0.measureModel = "tiny"
        }["measures"]
        #expect(measures?.outcome == .fine && measures?.text.contains("goes to http://127.0.0.1:1/v1") == true)
        let byRulesAlone = await findings(folder.path)["measures"]
        #expect(byRulesAlone?.text.contains("--llm-measures") == true)
    }

    @Test func whatIsMissingForPicturesAndDocumentsIsNamed() async {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let found = await findings(folder.path)
        #expect(found["pictures"]?.outcome == .fine && found["PDFs"]?.outcome == .fine, "\(found)")
        let without = await findings(folder.path) { $0.media.worker = "/bin/false" }
        #expect(without["PDFs"]?.outcome == .warning && without["pictures"]?.outcome == .warning)
        #expect(without["PDFs"]?.text.contains("the assistant reads no PDFs") == true)
    }

    /// Before a restart its server still has both, and nothing is wrong with that.
    @Test func aRunningServersFolderAndPortAreItsOwn() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run(in: folder.path) { server in
            let port = server.address.port
            let found = await findings(folder.path) { $0.port = port }
            #expect(found["data folder"]?.outcome == .fine && found["port"]?.outcome == .fine, "\(found)")
            #expect(found["data folder"]?.text.contains("pid \(ProcessInfo.processInfo.processIdentifier)") == true)
            #expect(found["database"]?.outcome == .fine)
        }
    }

    @Test func anotherServersFolderAndAnotherProgramsPortAreFaults() async throws {
        let (folder, other) = (TemporaryFolder(), TemporaryFolder())
        defer {
            folder.remove()
            other.remove()
        }
        try await TestServer.run(in: folder.path) { server in
            let elsewhere = await findings(folder.path)
            #expect(elsewhere["data folder"]?.outcome == .fault)
            let port = server.address.port
            let taken = await findings(other.path) { $0.port = port }
            #expect(taken["port"]?.outcome == .fault && taken["port"]?.text.contains("in use") == true)
        }
    }

    @Test func aStoppedServersFolderIsFineAndStaysAsItIs() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run(in: folder.path) { _ in }
        let before = try folder.names()
        let found = await findings(folder.path)
        #expect(found["database"]?.outcome == .fine && found["data folder"]?.outcome != .fault, "\(found)")
        #expect(try folder.names() == before)
    }

    @Test func whereBackupsGoIsLookedAt() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        #expect(await findings(folder.path)["backups"] == nil)
        for (destination, outcome) in [
            (nil, ServerCheck.Finding.Outcome.fine), (folder.path, .fine), ("\(folder.path)/unmounted", .warning),
            ("/proc/backups", .warning),
        ] {
            let found = await findings(folder.path) {
                ($0.backup.every, $0.backup.folder) = (.seconds(3600), destination)
            }["backups"]
            #expect(found?.outcome == outcome, "\(destination ?? "none"): \(found?.text ?? "")")
        }
    }

    /// The start refuses it, too; a backup helps.
    @Test func aLostDatabaseIsOneFault() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run(in: folder.path) { _ in }
        try FileManager.default.removeItem(atPath: "\(folder.path)/spotter.db")
        let found = await findings(folder.path)["database"]
        #expect(found?.outcome == .fault && found?.text.contains("spotter restore") == true)
    }

    @Test func aDamagedDatabaseIsOneFault() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var random = SeededRandom(seed: 4711)
        try folder.write(Array("SQLite format 3\u{0}".utf8) + random.bytes(20_000), to: "spotter.db")
        #expect(await findings(folder.path)["database"]?.outcome == .fault)
    }

    @Test func certificatesAndTheDiskAreLookedAt() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let good = try TestCertificate.one.write(to: folder.path)
        let fine = await findings(folder.path) { $0.tls = TLSFiles(certificate: good.certificate, key: good.key) }
        #expect(fine["certificate"]?.outcome == .fine)
        let bad = try TestCertificate.expired.write(to: folder.path)
        let expired = await findings(folder.path) {
            $0.tls = TLSFiles(certificate: bad.certificate, key: bad.key)
            $0.diskFloor = .max
        }
        #expect(expired["certificate"]?.outcome == .fault)
        // The server starts and answers, so a check before its start must let it.
        #expect(expired["disk"]?.outcome == .warning && expired["disk"]?.text.contains("less than") == true)
    }

    /// What is stored counts where no flag says otherwise.
    @Test func openDoorsToTheWorldAreNamed() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let open = await findings(folder.path) { ($0.registration, $0.host) = (.open, "0.0.0.0") }
        #expect(open["registration"]?.outcome == .warning)
        #expect(open["registration"]?.text.contains("--registration invited") == true)
        let local = await findings(folder.path) { $0.registration = .open }
        #expect(local["registration"]?.outcome == .fine)
        #expect(await findings(folder.path) { $0.host = "0.0.0.0" }["registration"]?.outcome == .fine)
        try await TestServer.run(in: folder.path) { server in
            try await server.server.useCases.messaging.registrations.setMode(.open)
        }
        #expect(await findings(folder.path) { $0.host = "0.0.0.0" }["registration"]?.outcome == .warning)
    }

    @Test func tooLowLimitsOfTheSystemAreRefusedInOneLine() throws {
        let files = #expect(throws: SpotterError.self) { try SystemLimits.require(files: 40, addressSpace: nil) }
        #expect(files?.message.contains("ulimit -n") == true && files?.message.contains("\n") == false)
        let addresses = #expect(throws: SpotterError.self) {
            try SystemLimits.require(files: 20_000, addressSpace: 600 << 20)
        }
        #expect(addresses?.message.contains("ulimit -v") == true && addresses?.message.contains("\n") == false)
        try SystemLimits.require(files: 20_000, addressSpace: nil)
    }
}

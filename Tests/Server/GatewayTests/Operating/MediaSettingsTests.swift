import Configuration
import Domain
import Foundation
import Logging
import MediaStore
import ObjectStorage
import TestSupport
import Testing

@testable import SpotterServer

@Suite struct MediaSettingsTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func configuration(_ values: [AbsoluteConfigKey: ConfigValue]) throws -> ServerConfiguration {
        try ServerConfiguration(reader: ConfigReader(provider: InMemoryProvider(values: values)))
    }

    private func refusal(_ values: [AbsoluteConfigKey: ConfigValue]) -> String? {
        do {
            _ = try configuration(values)
            return nil
        } catch {
            return ErrorText.of(error)
        }
    }

    @Test func filesAreInTheFolderUnlessAStoreIsNamed() throws {
        let settings = try configuration(["media.store": ""]).media
        let store = try settings.openStore(environment: [:], logger: logger)
        #expect(settings.store == nil && store == nil)
    }

    @Test func aStoreNeedsPostgreSQLAndAnAddress() throws {
        let address: ConfigValue = "s3://media/team?endpoint=https://store.example"
        #expect(refusal(["media.store": address])?.contains("PostgreSQL") == true)
        let database: ConfigValue = "postgres://spotter@db/spotter"
        #expect(refusal(["media.store": "https://media", "database": database])?.hasPrefix("media.store: ") == true)
        let tooLarge: [AbsoluteConfigKey: ConfigValue] = ["media.max.video.bytes": 6_000_000_000]
        let all = tooLarge.merging(["media.store": address, "database": database]) { $1 }
        #expect(refusal(all)?.contains("5 GB") == true)
        let media = try configuration(["media.store": address, "database": database]).media
        #expect(media.store?.description == "s3://media/team at https://store.example")
    }

    @Test func keysComeFromVariablesOrAFile() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var settings = MediaSettings()
        settings.store = try S3Address("s3://media")
        let missing = #expect(throws: SpotterError.self) { try settings.openStore(environment: [:], logger: logger) }
        #expect(missing?.message.contains("AWS_ACCESS_KEY_ID") == true)
        let keys = ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "hidden"]
        let byVariables = try settings.openStore(environment: keys, logger: logger)
        #expect(byVariables != nil)
        let file = try folder.write(Array("[default]\naws_access_key_id = id\n".utf8), to: "keys")
        settings.credentialsFile = file.path
        let half = #expect(throws: SpotterError.self) { try settings.openStore(environment: keys, logger: logger) }
        #expect(half?.message.contains(file.path) == true)
        let whole = "[default]\naws_access_key_id = id\naws_secret_access_key = hidden\n"
        _ = try folder.write(Array(whole.utf8), to: "keys")
        let byFile = try settings.openStore(environment: [:], logger: logger)
        #expect(byFile != nil)
    }
}

import Configuration
import Domain
public import Foundation
public import Logging
public import MediaStore
public import ObjectStorage

/// The settings of uploaded files.
public struct MediaSettings: Sendable {
    public var limits = MediaLimits()
    /// The `spotter` executable that decodes images; `nil` for the running one.
    public var worker: String?
    /// The time limit for decoding one image.
    public var workerTimeout = Duration.seconds(30)
    /// The object store for finished files; `nil` for the data folder.
    public var store: S3Address?
    /// The file of its keys, in the form of `~/.aws/credentials`; `nil` for variables of AWS.
    public var credentialsFile: String?

    public init() {}

    /// - Throws: `SpotterError` naming the setting that can't be read.
    init(reader: ConfigReader) throws {
        limits.imageBytes = try Self.bytes("image", reader, default: limits.imageBytes)
        limits.pdfBytes = try Self.bytes("pdf", reader, default: limits.pdfBytes)
        limits.videoBytes = try Self.bytes("video", reader, default: limits.videoBytes)
        limits.fileBytes = try Self.bytes("file", reader, default: limits.fileBytes)
        limits.userBytes = try Self.bytes("user", reader, default: limits.userBytes)
        let pixels = reader.int(forKey: "media.max.image.pixels", default: Int(limits.imagePixels))
        guard (1...500_000_000).contains(pixels) else {
            throw SpotterError.invalid("media.max.image.pixels must be 1 to 500000000.")
        }
        limits.imagePixels = Int64(pixels)
        worker = reader.string(forKey: "media.worker")
        let (address, file) = (reader.string(forKey: "media.store"), reader.string(forKey: "media.credentials.file"))
        try setStore(address, credentialsFile: file)
    }

    /// Where the files of a stopped server are, for commands that work on its folder: from the server's variables.
    public static func ofStoppedServer(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> MediaSettings {
        var settings = MediaSettings()
        try settings.setStore(
            environment["SPOTTER_MEDIA_STORE"],
            credentialsFile: environment["SPOTTER_MEDIA_CREDENTIALS_FILE"]
        )
        return settings
    }

    /// - Parameter address: as `s3://bucket/prefix?endpoint=https://host&region=…`; empty for none.
    /// - Throws: `invalid_request`, naming what can't be read.
    public mutating func setStore(_ address: String?, credentialsFile file: String?) throws {
        guard let address, !address.isEmpty else { return }
        do {
            store = try S3Address(address)
        } catch {
            throw SpotterError.invalid("media.store: \(error).")
        }
        if let file, !file.isEmpty { credentialsFile = file }
        let largest = [limits.imageBytes, limits.pdfBytes, limits.videoBytes, limits.fileBytes].max() ?? 0
        guard largest <= S3Store.maxBytes else {
            throw SpotterError.invalid("media.store takes files of 5 GB at most; a media.max.… is larger.")
        }
    }

    /// The object store, if one is named. It isn't asked for anything yet.
    ///
    /// - Throws: `invalid_request` if its keys are missing.
    public func openStore(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        logger: Logger
    ) throws -> (any ObjectStore)? {
        guard let store else { return nil }
        let credentials: S3Credentials?
        if let credentialsFile {
            guard let text = try? String(contentsOfFile: credentialsFile, encoding: .utf8) else {
                throw SpotterError.invalid("media.credentials.file: \(credentialsFile) can't be read.")
            }
            credentials = S3Credentials(file: text)
        } else {
            credentials = S3Credentials(environment: environment)
        }
        guard let credentials else {
            let place =
                credentialsFile.map { "\($0) must hold them in the form of ~/.aws/credentials." }
                ?? "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a file by media.credentials.file."
            throw SpotterError.invalid("media.store needs an access key's id and its secret: \(place)")
        }
        return S3Store(store, credentials, logger: logger)
    }

    private static func bytes(_ what: String, _ reader: ConfigReader, default standard: Int64) throws -> Int64 {
        let key = ConfigKey(["media", "max", what, "bytes"])
        let bytes = reader.int(forKey: key, default: Int(standard))
        guard bytes >= 1, bytes <= 1 << 50 else {
            throw SpotterError.invalid("media.max.\(what).bytes must be a number of bytes, 1 or more.")
        }
        return Int64(bytes)
    }
}

import Configuration
import Domain
public import MediaStore

/// The settings of uploaded files.
public struct MediaSettings: Sendable {
    public var limits = MediaLimits()
    /// The `spotter` executable that decodes images; `nil` for the running one.
    public var worker: String?
    /// The time limit for decoding one image.
    public var workerTimeout = Duration.seconds(30)

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

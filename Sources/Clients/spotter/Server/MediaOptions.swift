import ArgumentParser
import Configuration

/// Flags for files: where they are, and limits of uploads.
struct MediaOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep files in an S3-compatible store, as s3://bucket/prefix?endpoint=https://host&region=… (default: the data folder).",
            valueName: "url"
        )
    )
    var mediaStore: String?

    @Option(
        help: ArgumentHelp(
            "File with the store's keys in the form of ~/.aws/credentials (default: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY).",
            valueName: "path"
        )
    )
    var mediaCredentialsFile: String?

    @Option(help: "Largest picture in bytes (default: 15 MB).")
    var mediaMaxImageBytes: Int?

    @Option(help: "Largest PDF (default: 10 MB).")
    var mediaMaxPdfBytes: Int?

    @Option(help: "Largest video (default: 100 MB).")
    var mediaMaxVideoBytes: Int?

    @Option(help: "Largest file of any other kind (default: 25 MB).")
    var mediaMaxFileBytes: Int?

    @Option(help: "All files of one user together (default: 5 GB).")
    var mediaMaxUserBytes: Int?

    @Option(help: "Most pixels of a picture (default: 50 million).")
    var mediaMaxImagePixels: Int?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("media.store", mediaStore)
        flags.set("media.credentials.file", mediaCredentialsFile)
        flags.set("media.max.image.bytes", mediaMaxImageBytes)
        flags.set("media.max.pdf.bytes", mediaMaxPdfBytes)
        flags.set("media.max.video.bytes", mediaMaxVideoBytes)
        flags.set("media.max.file.bytes", mediaMaxFileBytes)
        flags.set("media.max.user.bytes", mediaMaxUserBytes)
        flags.set("media.max.image.pixels", mediaMaxImagePixels)
        return flags
    }
}

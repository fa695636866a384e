import ArgumentParser
import Configuration

/// How much may be uploaded to a server.
struct MediaOptions: ParsableArguments {
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
        let numbers: [(AbsoluteConfigKey, Int?)] = [
            ("media.max.image.bytes", mediaMaxImageBytes), ("media.max.pdf.bytes", mediaMaxPdfBytes),
            ("media.max.video.bytes", mediaMaxVideoBytes), ("media.max.file.bytes", mediaMaxFileBytes),
            ("media.max.user.bytes", mediaMaxUserBytes), ("media.max.image.pixels", mediaMaxImagePixels),
        ]
        return numbers.reduce(into: [:]) { flags, entry in
            flags[entry.0] = entry.1.map { ConfigValue(.int($0), isSecret: false) }
        }
    }
}

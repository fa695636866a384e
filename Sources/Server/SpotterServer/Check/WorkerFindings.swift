import MediaStore

/// Whether the processes that decode pictures and PDFs work here. Without them the server starts, and refuses pictures or
/// reads no PDFs.
enum WorkerFindings {
    static func all(executable: String) async -> [ServerCheck.Finding] {
        let (pictures, documents) =
            (try? await BlockingIO.run {
                (WorkerCheck.pictures(executable: executable), WorkerCheck.documents(executable: executable))
            }) ?? (.process("no thread was free"), .process("no thread was free"))
        return [
            finding(
                "pictures",
                pictures,
                fine: "decoded by libvips in a confined process",
                without: "pictures are refused"
            ) { isOld in
                isOld
                    ? "libvips is older than 8.13"
                    : "libvips isn't installed (Debian and Ubuntu: apt-get install libvips42)"
            },
            finding(
                "PDFs",
                documents,
                fine: "read by poppler in a confined process",
                without: "the assistant reads no PDFs"
            ) { isOld in
                isOld
                    ? "poppler is older than 0.82"
                    : "poppler isn't installed (Debian and Ubuntu: apt-get install libpoppler-glib8)"
            },
        ]
    }

    private static func finding(
        _ subject: String,
        _ missing: WorkerCheck.Missing?,
        fine: String,
        without: String,
        library: (_ isOld: Bool) -> String
    ) -> ServerCheck.Finding {
        guard let missing else { return .init(subject: subject, outcome: .fine, text: fine) }
        let reason =
            switch missing {
            case .library: library(false)
            case .newerLibrary: library(true)
            case .confinement: "the system can't confine their process (seccomp on x86-64 or arm64 Linux is needed)"
            case .process(let reason): "their process doesn't work: \(reason)"
            }
        return .init(subject: subject, outcome: .warning, text: "\(without): \(reason)")
    }
}

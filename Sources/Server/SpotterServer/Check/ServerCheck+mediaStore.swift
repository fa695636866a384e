import Domain
import Logging
import MediaStore
import ObjectStorage

extension ServerCheck {
    /// Whether the object store of files lets this server in; `nil` if files are in the folder.
    var mediaStore: Finding? {
        get async {
            guard let address = configuration.media.store else { return nil }
            func finding(_ outcome: Finding.Outcome, _ text: String) -> Finding {
                Finding(subject: "files", outcome: outcome, text: "\(address): \(text)")
            }
            do {
                let logger = Logger(label: "spotter.check") { _ in SwiftLogNoOpLogHandler() }
                guard let store = try configuration.media.openStore(logger: logger) else { return nil }
                _ = try await store.list("", after: nil)
                guard try await store.keepsRemoved() != true else {
                    return finding(
                        .warning,
                        "the bucket keeps versions, so what people delete stays there until a rule of the bucket removes it"
                    )
                }
                return finding(.fine, "it can be read")
            } catch let error as ObjectStoreError {
                return finding(.fault, "\(error)")
            } catch {
                return Finding(subject: "files", outcome: .fault, text: ErrorText.of(error))
            }
        }
    }
}

public import Domain
import Foundation

/// Saves received files. Nothing that exists is replaced, and no name leads out of the chosen folder.
///
///     let path = try await FileSaver(api).save(media, to: "/home/sara/plans")
public struct FileSaver: Sendable {
    private let api: SpotterHTTP

    public init(_ api: SpotterHTTP) { self.api = api }

    /// - Parameters:
    ///   - destination: a folder, which gets a file of the sender's name, or the path of a file that doesn't exist yet.
    ///   - progress: called with the bytes that have arrived.
    /// - Returns: the path of the saved file.
    /// - Throws: `ClientError`; `not_found` if the user may not see the file. What was saved until then is removed.
    public func save(
        _ media: Media,
        to destination: String,
        progress: @Sendable (_ done: Int64) -> Void = { _ in }
    ) async throws -> String {
        try await claiming(destination, for: media.fileName) { path in
            try await api.download(media.id, to: path, progress: progress)
        }
    }

    /// Saves everything that the account has, as a tar archive.
    /// - Parameter destination: a folder, or the path of a file that doesn't exist yet.
    /// - Returns: the path of the archive.
    /// - Throws: `ClientError`; `invalid_credentials` if the password is wrong.
    public func save(accountTo destination: String, password: Secret) async throws -> String {
        try await claiming(destination, for: "spotter-account.tar") { path in
            try await api.exportAccount(password: password, to: path)
        }
    }

    private func claiming(
        _ destination: String,
        for name: String,
        _ download: (_ path: String) async throws -> Void
    ) async throws -> String {
        let path = try Self.claim(destination, for: name)
        do {
            try await download(path)
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
        return path
    }

    /// Creates an empty file under a name that was free.
    private static func claim(_ destination: String, for name: String) throws -> String {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: destination, isDirectory: &isFolder)
        if exists, !isFolder.boolValue { throw ClientError.unexpectedAnswer("\(destination) exists already") }
        guard exists else {
            guard destination.last != "/" else {
                throw ClientError.unexpectedAnswer("there's no folder \(destination)")
            }
            guard create(destination) else { throw ClientError.unexpectedAnswer("can't write \(destination)") }
            return destination
        }
        let folder = destination.last == "/" ? destination : destination + "/"
        for number in 1...1000 {
            let path = folder + numbered(safeName(name), number)
            if create(path) { return path }
            guard errno == EEXIST else { break }
        }
        throw ClientError.unexpectedAnswer("can't write into \(destination)")
    }

    private static func create(_ path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// A name as a single component of a path, visible in a listing.
    static func safeName(_ name: String) -> String {
        let plain = String(name.unicodeScalars.map { isUnsafe($0) ? "_" : Character($0) }).trimmed
        let visible = plain.first == "." ? "_" + plain.dropFirst() : plain
        let cut = visible.utf8.count > 200 ? shortened(visible) : visible
        return cut.isEmpty ? "file" : cut
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "/" || scalar == "\\" { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: scalar.value != 0x200D  // joins emoji
        default: false
        }
    }

    /// The ending stays, because it tells what kind of file it is.
    private static func shortened(_ name: String) -> String {
        let (stem, ending) = split(name)
        var rest = Substring(stem)
        while rest.utf8.count + ending.utf8.count > 200, !rest.isEmpty { rest.removeLast() }
        return rest.isEmpty ? "file" : rest + ending
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = split(name)
        return "\(stem) (\(number))\(ending)"
    }

    private static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 20 else {
            return (name, "")
        }
        return (String(name[..<dot]), String(name[dot...]))
    }
}

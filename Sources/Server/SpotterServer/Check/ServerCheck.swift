import Accounts
import Contacts
import Domain
import Embedding
import FileIO
public import Foundation
import Gateway
import MediaStore
import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// What `spotter serve --check` looks at: whether a server with these settings would start and could work here. Nothing
/// is created, changed or migrated.
public struct ServerCheck: Sendable {
    /// The result of one check.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        public enum Outcome: String, Sendable {
            case fine = "ok"
            /// The server starts, but something will be missing or is about to go wrong.
            case warning
            /// The server doesn't start, or can't work.
            case fault
        }

        public let subject: String
        public let outcome: Outcome
        public let text: String

        /// One line: `ok       port: 127.0.0.1:8080 is free`.
        public var description: String {
            let mark = outcome.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
            return "\(mark) \(subject): \(text.split(whereSeparator: \.isNewline).joined(separator: " "))"
        }
    }

    let configuration: ServerConfiguration
    let unit: ServiceUnit?
    let now: Date

    /// - Parameter unit: the systemd unit that starts the server with these settings: its rights count then.
    public init(_ configuration: ServerConfiguration, unit: ServiceUnit? = nil, now: Date = Date()) {
        self.configuration = configuration
        self.unit = unit
        self.now = now
    }

    /// Runs all checks.
    public func run() async -> [Finding] {
        var findings = [Finding(subject: "settings", outcome: .fine, text: "all are known and can be read")]
        let port = configuration.port
        let folder = DataFolderProbe(path: configuration.dataFolder) { PortProbe.listens(process: $0, port: port) }
        findings += folder.findings
        if folder.exists || configuration.database != nil { findings.append(database) }
        findings.append(disk)
        if let backups { findings.append(backups) }
        if let files = await mediaStore { findings.append(files) }
        findings += tls
        findings += addresses(besides: folder.server)
        findings.append(registration)
        findings.append(model)
        findings.append(profiles)
        findings.append(measures)
        findings += await WorkerFindings.all(executable: configuration.media.worker ?? MediaServices.currentExecutable)
        findings.append(proxies)
        findings += SystemLimits.findings
        return findings
    }

    var database: Finding {
        let (location, path) = (configuration.location, configuration.location.databaseName)
        do {
            let mayBegin = try location.mayBegin
            guard let pending = try location.inspect().pending else {
                guard mayBegin else { throw StorageError.missingDatabase(path: path) }
                let text = "\(path) doesn't exist or holds nothing; a new one is begun"
                return Finding(subject: "database", outcome: .warning, text: text)
            }
            guard pending > 0 else {
                return Finding(subject: "database", outcome: .fine, text: "\(path) has the schema of this version")
            }
            return Finding(
                subject: "database",
                outcome: .warning,
                text: "\(path) is of an older version and will be upgraded by the start, in \(pending) steps; "
                    + "\(location.backupAdvice), since there is no way back"
            )
        } catch {
            return Finding(subject: "database", outcome: .fault, text: ErrorText.of(error))
        }
    }

    private var disk: Finding {
        let path = Self.existing(configuration.dataFolder)
        guard let space = DiskSpace.free(at: path) else {
            return Finding(subject: "disk", outcome: .warning, text: "the free space at \(path) can't be read")
        }
        let text = "\(space.free >> 20) MB of \(space.total >> 20) MB are free"
        guard space.free >= configuration.diskFloor else {
            // The server starts and answers, and stores messages while there is any room.
            let floor = configuration.diskFloor >> 20
            return Finding(
                subject: "disk",
                outcome: .warning,
                text: "\(text), less than disk.floor.mb (\(floor) MB): /readyz says that it isn't ready, and uploads "
                    + "are refused"
            )
        }
        return Finding(subject: "disk", outcome: .fine, text: text)
    }

    /// A folder, or the nearest one above it that is there.
    static func existing(_ folder: String) -> String {
        var place = URL(filePath: folder).standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" {
            place.deleteLastPathComponent()
        }
        return place.path
    }

    private var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(configuration.host) }

    private var registration: Finding {
        // An older database may hold no mode yet.
        let stored = try? configuration.location.read { try Registrations.storedMode(on: $0) }
        let mode = configuration.registration ?? stored ?? .invited
        switch mode {
        case .open where !isLocal:
            return Finding(
                subject: "registration",
                outcome: .warning,
                text: "open: anybody who reaches \(configuration.host) can make an account and call themselves a "
                    + "trainer; --registration invited lets in only whom somebody has invited"
            )
        case .open: return Finding(subject: "registration", outcome: .fine, text: "open, on this machine only")
        case .invited: return Finding(subject: "registration", outcome: .fine, text: "with an invitation only")
        case .closed:
            return Finding(subject: "registration", outcome: .fine, text: "closed; the operator makes accounts")
        }
    }

    private var tls: [Finding] {
        guard let files = configuration.tls else {
            let text = "none: connections aren't encrypted by the server itself"
            return [Finding(subject: "certificate", outcome: isLocal ? .fine : .warning, text: text)]
        }
        do {
            let files = try unit.map { try Self.handedOver(files, by: $0) } ?? files
            if let fault = unit.flatMap({ Self.unreadable(files, to: $0) }) {
                return [Finding(subject: "certificate", outcome: .fault, text: fault)]
            }
            if files != configuration.tls, access(files.certificate, R_OK) != 0 || access(files.key, R_OK) != 0 {
                let text = "systemd hands \(files.certificate) and \(files.key) over; only root can look into them here"
                return [Finding(subject: "certificate", outcome: .warning, text: text)]
            }
            _ = try files.context(now: now)
            let expiry = Date(timeIntervalSince1970: Double(try files.expiry()))
            let days = Int(expiry.timeIntervalSince(now) / 86_400)
            let text = "\(files.certificate) and \(files.key) belong together, valid for \(days) days more"
            return [Finding(subject: "certificate", outcome: days < 14 ? .warning : .fine, text: text)]
        } catch let unknown as ServiceUnit.UnknownCredential {
            let text =
                "\(unknown.unit) hands over nothing called \(unknown.id): add LoadCredential=\(unknown.id):FILE to it"
            return [Finding(subject: "certificate", outcome: .fault, text: text)]
        } catch {
            return [Finding(subject: "certificate", outcome: .fault, text: ErrorText.of(error))]
        }
    }

    /// The files as systemd reads them, where the settings name those that it hands over.
    private static func handedOver(_ files: TLSFiles, by unit: ServiceUnit) throws -> TLSFiles {
        TLSFiles(
            certificate: try unit.source(of: files.certificate) ?? files.certificate,
            key: try unit.source(of: files.key) ?? files.key
        )
    }

    /// Why the unit's user can't read one of the files that aren't handed over.
    private static func unreadable(_ files: TLSFiles, to unit: ServiceUnit) -> String? {
        [files.certificate, files.key].filter { !unit.credentials.values.contains($0) }.lazy
            .compactMap(unit.readingFault).first
    }

    /// - Parameter server: the process of these settings that runs now.
    private func addresses(besides server: Int?) -> [Finding] {
        var findings = [port(configuration.host, configuration.port, "port", besides: server)]
        if let address = configuration.metricsAddress {
            findings.append(port(address.host, address.port, "metrics", besides: server))
        }
        return findings
    }

    private func port(_ host: String, _ port: Int, _ subject: String, besides server: Int?) -> Finding {
        func finding(_ outcome: Finding.Outcome, _ text: String) -> Finding {
            Finding(subject: subject, outcome: outcome, text: text)
        }
        guard port != 0 else { return finding(.fine, "a free one is taken") }
        if let server, PortProbe.listens(process: server, port: port) {
            return finding(.fine, "\(host):\(port) is that of the server that runs now (pid \(server))")
        }
        switch PortProbe.fault(host: host, port: port) {
        case nil: return finding(.fine, "\(host):\(port) is free")
        case .forbidden where unit?.bindsLowPorts ?? false:
            return finding(.fine, "\(host):\(port) is below 1024, which \(unit?.name ?? "the unit") allows")
        case let fault?: return finding(.fault, "\(host):\(port): \(fault)")
        }
    }

    private var model: Finding {
        if let remote = configuration.embedding.remote {
            let text = "\(remote.model) at \(remote.baseURL) (not asked)"
            return Finding(subject: "embedding model", outcome: .fine, text: text)
        }
        let stores = EmbedderLoading.stores(of: .miniLM, configuration)
        var reason = "no folder"
        for store in stores {
            do {
                return Finding(subject: "embedding model", outcome: .fine, text: try store.readyFolder().path)
            } catch {
                reason = ErrorText.of(error)
            }
        }
        return Finding(subject: "embedding model", outcome: .warning, text: "search by meaning is off: \(reason)")
    }

    private var proxies: Finding {
        let named = configuration.trustedProxies
        guard named.isEmpty else {
            return Finding(subject: "proxies", outcome: .fine, text: named.joined(separator: ", "))
        }
        return Finding(
            subject: "proxies",
            outcome: .fine,
            text: "none named (--trusted-proxies): behind one, all of its clients count as one address"
        )
    }
}

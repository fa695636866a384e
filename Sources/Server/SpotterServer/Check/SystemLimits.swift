import Domain
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The limits that the system sets for this process (`ulimit`), as far as a server fails of them.
enum SystemLimits {
    /// With fewer the database, its readers and a handful of clients don't fit.
    static let leastFiles = 64
    /// An idle server on two cores reserves 1.5 GB of addresses, mostly for threads, and uses a twentieth of it.
    static let leastAddressSpace: UInt64 = 2 << 30

    /// - Throws: `unavailable` in one line, if the server would fail for want of files or addresses.
    static func require(files: Int, addressSpace: UInt64? = addressSpace) throws(SpotterError) {
        if let fault = filesFault(files) ?? addressSpaceFault(addressSpace) { throw SpotterError(.unavailable, fault) }
    }

    static var findings: [ServerCheck.Finding] {
        let files = OpenFileLimit.attainable
        if let fault = filesFault(files) ?? addressSpaceFault(addressSpace) {
            return [.init(subject: "system limits", outcome: .fault, text: fault)]
        }
        let sockets = OpenFileLimit.sockets(of: files)
        let text = "\(files) open files (ulimit -Hn), so at most \(sockets) client sockets"
        return [.init(subject: "system limits", outcome: sockets < 512 ? .warning : .fine, text: text)]
    }

    /// What is too little for more than a few clients; `nil` if it's enough.
    static func warning(files: Int) -> String? {
        guard files < 512 else { return nil }
        return
            "this process may open only \(files) files (ulimit -n), so at most \(OpenFileLimit.sockets(of: files)) client sockets"
    }

    static func filesFault(_ files: Int) -> String? {
        guard files < leastFiles else { return nil }
        return
            "this process may open only \(files) files (ulimit -n); spotter needs at least \(leastFiles), and one for each client"
    }

    static func addressSpaceFault(_ bytes: UInt64?) -> String? {
        guard let bytes, bytes < leastAddressSpace else { return nil }
        return
            "this process may use only \(bytes >> 20) MB of addresses (ulimit -v); spotter needs \(leastAddressSpace >> 20) MB, of which it uses little. Limit its memory by its cgroup instead (MemoryMax in systemd, --memory in Docker)"
    }

    /// `nil` without a limit.
    static var addressSpace: UInt64? {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let resource = RLIMIT_AS
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < UInt64(Int64.max) else { return nil }
        return UInt64(limit.rlim_cur)
    }
}

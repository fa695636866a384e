import Domain
import Glibc

/// The system's limit of open files, which bounds the connections of a process.
enum FileLimit {
    /// Reserved for everything except the connections.
    private static let reserve = 256

    /// Raises the limit as far as the system allows.
    /// - Throws: `invalid_request` if that isn't enough.
    static func raise(for connections: Int) throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(resource, &limit)
        }
        guard Int(clamping: limit.rlim_cur) >= connections + reserve else {
            throw SpotterError.invalid(
                "\(connections) connections need more open files than the \(limit.rlim_cur) of `ulimit -Hn`."
            )
        }
    }
}

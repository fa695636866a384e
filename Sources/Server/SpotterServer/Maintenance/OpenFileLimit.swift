#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system's limit of open files, which bounds the connections of a process.
enum OpenFileLimit {
    /// Raises the limit as far as the process may.
    ///
    /// - Returns: the number of files that may be open then.
    @discardableResult
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = min(limit.rlim_max, 1_048_576)
            if raised.rlim_cur > limit.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(min(limit.rlim_cur, 1_048_576))
    }

    /// The number of files to which the limit can be raised.
    static var attainable: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        return Int(min(limit.rlim_max, 1_048_576))
    }

    #if canImport(Glibc)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { RLIMIT_NOFILE }
    #endif

    /// The number of files that client sockets may take. The rest is for the database, media, outgoing requests, and
    /// plain HTTP such as health checks.
    static func sockets(of limit: Int) -> Int { max(limit - reserve(of: limit), limit / 4) }

    /// The bound of connections of any kind, above which none is accepted until one closes.
    static func connections(of limit: Int) -> Int { max(limit - reserve(of: limit) / 2, limit / 2) }

    private static func reserve(of limit: Int) -> Int { min(max(limit / 8, 64), 512) }
}

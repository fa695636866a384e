import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What the system knows of this process. `nil` where it doesn't say.
enum ProcessFigures {
    /// The process' memory in RAM, in bytes.
    static var residentMemory: Int64? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int64(fields[1]) else { return nil }
        return pages.multipliedReportingOverflow(by: Int64(sysconf(Int32(_SC_PAGESIZE)))).partialValue
    }

    static var openFiles: Int? { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count }

    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}

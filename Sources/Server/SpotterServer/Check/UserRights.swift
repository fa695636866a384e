import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What a user of this machine may do with files, by their modes. Access lists aren't looked at.
struct UserRights: Sendable {
    enum Right: mode_t {
        case read = 4
        case write = 2
    }

    private let user: uid_t
    private let groups: Set<gid_t>

    init(user: uid_t, groups: Set<gid_t>) {
        self.user = user
        self.groups = groups
    }

    /// `nil` if there is no such user.
    init?(name: String) {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        var groups = [gid_t](repeating: 0, count: 256)
        var count = Int32(groups.count)
        guard getgrouplist(name, entry.pw_gid, &groups, &count) >= 0 else { return nil }
        self.init(user: entry.pw_uid, groups: Set(groups.prefix(Int(max(count, 0)))))
    }

    /// Whether the user may read or write a file or folder, and enter every folder above it.
    func may(_ right: Right, _ path: String) -> Bool {
        guard user != 0 else { return true }
        let parts = URL(filePath: path).standardizedFileURL.pathComponents
        for length in parts.indices.dropFirst() {
            guard allows(1, NSString.path(withComponents: Array(parts[..<length]))) else { return false }
        }
        guard let isFolder = mode(path).map({ $0.st_mode & S_IFMT == S_IFDIR }) else { return false }
        return allows(right.rawValue | (isFolder ? 1 : 0), path)
    }

    private func mode(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    private func allows(_ bits: mode_t, _ path: String) -> Bool {
        guard let status = mode(path) else { return false }
        let shift: mode_t = status.st_uid == user ? 6 : groups.contains(status.st_gid) ? 3 : 0
        return (status.st_mode >> shift) & bits == bits
    }
}

/// Why a ZIP archive can't be read.
enum ArchiveError: Error, Equatable, CustomStringConvertible {
    case unreadable(UnreadableFile)
    case malformed(String)
    case unsupported(String)
    case missingEntry(String)
    case damagedEntry(String)

    var description: String {
        switch self {
        case .unreadable(let file): file.description
        case .malformed(let reason): "not a ZIP archive: \(reason)"
        case .unsupported(let feature): "a ZIP archive with \(feature), which is not supported"
        case .missingEntry(let name): "the archive has no \(name)"
        case .damagedEntry(let name): "\(name) is damaged inside the archive"
        }
    }
}

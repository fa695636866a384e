import Foundation

/// Any error in words for people. Errors of other libraries never reach anybody as they print themselves: those texts hold
/// names of types, domains and source files that say nothing to whoever reads them.
///
/// ```swift
/// do { _ = try Data(contentsOf: url) } catch { print("can't read \(url.path): \(ErrorText.of(error))") }
/// ```
public enum ErrorText {
    /// One clause without a full stop, such as `no such file`; a whole sentence where the error has one of its own.
    public static func of(_ error: any Error) -> String {
        if let error = error as? SpotterError { return error.message }
        if let error = error as? DecodingError { return decoding(error) }
        if error is EncodingError { return "it can't be written as JSON" }
        if error is CancellationError { return "it was cancelled" }
        return foundation(error as NSError) ?? "\(error)"
    }

    /// What the system says about an error number, such as `no such file`.
    public static func system(_ code: Int32) -> String {
        switch code {
        case ENOENT: "no such file"
        case EISDIR: "it is a folder, not a file"
        case ENOTDIR: "a part of the path is a file, not a folder"
        case EACCES, EPERM: "no permission"
        case EEXIST: "there is a file of that name"
        case ENOSPC: "the disk is full"
        case EROFS: "the disk can only be read"
        case EMFILE, ENFILE: "too many files are open"
        default: String(cString: strerror(code)).lowercased()
        }
    }

    /// `nil` for errors that aren't Foundation's.
    private static func foundation(_ error: NSError) -> String? {
        if error.domain == NSPOSIXErrorDomain { return system(Int32(truncatingIfNeeded: error.code)) }
        guard error.domain == NSCocoaErrorDomain else { return nil }
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error {
            let cause = underlying as NSError
            if cause.domain == NSPOSIXErrorDomain { return system(Int32(truncatingIfNeeded: cause.code)) }
        }
        switch CocoaError.Code(rawValue: error.code) {
        case .fileNoSuchFile, .fileReadNoSuchFile: return system(ENOENT)
        case .fileReadNoPermission, .fileWriteNoPermission: return system(EACCES)
        case .fileWriteFileExists: return system(EEXIST)
        case .fileWriteOutOfSpace: return system(ENOSPC)
        case .fileWriteVolumeReadOnly: return system(EROFS)
        case .fileReadTooLarge: return "the file is too large"
        case .fileReadCorruptFile, .propertyListReadCorrupt:
            let reason = error.userInfo["NSDebugDescription"] as? String
            let place = reason.flatMap { text in text.range(of: "around ").map { text[$0.lowerBound...] } }
            return "it isn't valid JSON" + (place.map { ", \($0.filter { $0 != "." })" } ?? "")
        default: return "the system gave no reason (error \(error.code))"
        }
    }

    // MARK: Decoding

    /// What is wrong with a value that was decoded, and in which field.
    public static func decoding(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): return "'\(path(context.codingPath + [key]))' is missing"
        case .valueNotFound(_, let context): return "\(subject(context)) can't be null"
        case .typeMismatch(let type, let context): return "\(subject(context)) must be \(noun(type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: return "it isn't valid JSON"
        case .dataCorrupted(let context): return corrupted(context)
        @unknown default: return "it can't be read"
        }
    }

    /// The path to a field, as `keys.auth` or `positions[2]`.
    public static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue, key.stringValue != "\(index)" {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }

    private static func subject(_ context: DecodingError.Context) -> String {
        context.codingPath.isEmpty ? "it" : "'\(path(context.codingPath))'"
    }

    private static func corrupted(_ context: DecodingError.Context) -> String {
        // Swift's own words name the type, which nobody outside knows. Ours begin with the value or the field.
        let text = context.debugDescription
        if let value = text.range(of: "from invalid String value ") {
            return "\(subject(context)) is '\(text[value.upperBound...].prefix(64))', which isn't one of its values"
        }
        let isForeign = ["Swift", "fit in", "Cannot initialize", "Expected"].contains { text.contains($0) }
        return isForeign ? "\(subject(context)) is out of range" : "\(subject(context)): \(text)"
    }

    /// What a field of this type takes.
    private static func noun(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is any RangeReplaceableCollection.Type: "a list"
        case is [String: Any].Type: "an object"
        default: "of another type"
        }
    }
}

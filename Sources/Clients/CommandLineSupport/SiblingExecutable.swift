import Foundation

/// The executables of one build stand beside each other.
public enum SiblingExecutable {
    /// The path of a program beside this one; the running program itself by its own name.
    public static func path(_ name: String) throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: own).deletingLastPathComponent().appending(path: name).path
    }

    /// How to build a program whose path isn't there.
    public static func buildCommand(_ name: String) -> String {
        #if DEBUG
            "swift build --product \(name)"
        #else
            "swift build -c release --product \(name)"
        #endif
    }
}

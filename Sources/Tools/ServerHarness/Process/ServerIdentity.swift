import Foundation

/// What the folders of servers over one database have in common.
public enum ServerIdentity {
    /// Makes a folder for a server that joins the one of another folder.
    public static func copy(from first: String, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["database", "keys"] {
            try FileManager.default.copyItem(atPath: "\(first)/\(name)", toPath: "\(folder)/\(name)")
        }
    }
}

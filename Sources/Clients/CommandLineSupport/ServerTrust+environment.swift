import Foundation
public import SpotterClient

extension ServerTrust {
    /// What the system trusts, and the certificates of a file besides: the option's, else `SPOTTER_CA_CERTIFICATE`'s.
    public static func configured(_ option: String? = nil) throws -> ServerTrust {
        guard let path = certificates(option) else { return .system }
        return try ServerTrust(certificates: path)
    }

    /// The file of certificates: the option's, else `SPOTTER_CA_CERTIFICATE`'s, as an absolute path.
    public static func certificates(_ option: String?) -> String? {
        let environment = ProcessInfo.processInfo.environment["SPOTTER_CA_CERTIFICATE"]
        guard let path = option ?? environment, !path.isEmpty else { return nil }
        return URL(filePath: path).absoluteURL.path(percentEncoded: false)
    }
}

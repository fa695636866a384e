import Domain
import Foundation

/// Where a bucket is, as `s3://bucket/prefix?endpoint=https://host&region=eu-central-1`.
///
/// ```swift
/// let address = try S3Address("s3://media/spotter?endpoint=http://127.0.0.1:9000")
/// "\(address)"  // s3://media/spotter at http://127.0.0.1:9000
/// ```
public struct S3Address: Sendable, Hashable, CustomStringConvertible {
    public let bucket: String
    /// Before the name of each object: empty or ending with a slash.
    public let prefix: String
    public let region: String
    /// As `https://host:port`.
    public let endpoint: String
    /// Whether the bucket is in the host's name instead of the path.
    public let isInHost: Bool

    /// What names the parts of an address that can't be read.
    public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// - Throws: `Fault`, a clause that says what is wrong.
    public init(_ text: String) throws(Fault) {
        guard let parts = URLComponents(string: text), parts.scheme == "s3", let bucket = parts.host else {
            let form = "s3://bucket/prefix?endpoint=https://host&region=eu-central-1"
            throw Fault(description: "it isn't an address like \(form)")
        }
        guard parts.user == nil, parts.password == nil else {
            let keys = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
            throw Fault(description: "keys don't belong in the address; they are \(keys)")
        }
        guard bucket.wholeMatch(of: /[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/) != nil, parts.port == nil else {
            throw Fault(description: "a bucket's name is 3 to 63 lower-case letters, digits, dots and hyphens")
        }
        let prefix = parts.path.split(separator: "/").joined(separator: "/")
        guard prefix.wholeMatch(of: /[A-Za-z0-9._\/-]{0,512}/) != nil,
            !prefix.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
        else {
            throw Fault(description: "a prefix is letters, digits, dots, hyphens and underscores, parted by slashes")
        }
        var options: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard ["endpoint", "region", "bucket-in"].contains(item.name), let value = item.value, !value.isEmpty,
                options.updateValue(value, forKey: item.name) == nil
            else { throw Fault(description: "'\(item.name)' isn't endpoint, region or bucket-in, each once") }
        }
        let region = options["region"] ?? "us-east-1"
        guard region.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else {
            throw Fault(description: "a region is lower-case letters, digits and hyphens")
        }
        guard let place = options["bucket-in", default: "path"].wholeMatch(of: /path|host/) else {
            throw Fault(description: "bucket-in is path or host")
        }
        let endpoint = options["endpoint"] ?? "https://s3.\(region).amazonaws.com"
        guard endpoint.wholeMatch(of: /https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?\/?/) != nil else {
            throw Fault(description: "an endpoint is an address like https://host:port, without a path")
        }
        self.bucket = bucket
        self.prefix = prefix.isEmpty ? "" : prefix + "/"
        self.region = region
        self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        isInHost = place.output == "host"
    }

    public var description: String { "s3://\(bucket)/\(prefix.dropLast()) at \(endpoint)" }

    /// The host that requests name, with a port that isn't the scheme's.
    var host: String {
        let (scheme, host) = (endpoint.prefix { $0 != ":" }, String(endpoint.drop { $0 != "/" }.dropFirst(2)))
        let usual = scheme == "http" ? ":80" : ":443"
        let name = host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
        return isInHost ? "\(bucket).\(name)" : name
    }

    /// The origin of requests.
    var origin: String { "\(endpoint.prefix { $0 != ":" })://\(host)" }

    /// The path of an object by its whole name; of the bucket if that is empty.
    func path(_ key: String) -> String { isInHost ? "/\(key)" : key.isEmpty ? "/\(bucket)" : "/\(bucket)/\(key)" }
}

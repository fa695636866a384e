import Configuration
import Domain
import Gateway

extension TLSFiles {
    /// `nil` if neither file is set.
    ///
    /// - Throws: `invalid_request` if only one of the two is set.
    init?(reader: ConfigReader) throws {
        func path(_ name: String) -> String? {
            reader.string(forKey: ConfigKey(["tls", name])).flatMap { $0.isEmpty ? nil : $0 }
        }
        switch (path("certificate"), path("key")) {
        case (nil, nil): return nil
        case (let certificate?, let key?): self.init(certificate: certificate, key: key)
        case (_?, nil): throw SpotterError.invalid("tls.certificate is set, so tls.key must name its private key.")
        case (nil, _?):
            throw SpotterError.invalid("tls.key is set, so tls.certificate must name its certificate chain.")
        }
    }
}

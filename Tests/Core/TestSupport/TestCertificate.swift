import Foundation

/// Certificates for tests: P-256, for `localhost` and 127.0.0.1, valid until 2126. Their keys are public, so nothing else
/// may use them.
///
/// ```sh
/// openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=one.test \
///     -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout one.key -out one.pem
/// ```
public struct TestCertificate: Sendable {
    public let certificate: String
    public let key: String

    public static let one = TestCertificate(certificate: oneCertificate, key: oneKey)
    public static let two = TestCertificate(certificate: twoCertificate, key: twoKey)
    /// Expired in 2020 (`openssl ca -selfsign -startdate … -enddate …`); has the first one's key.
    public static let expired = TestCertificate(certificate: expiredCertificate, key: oneKey)

    /// Writes both files, replacing earlier ones.
    public func write(to folder: String) throws -> (certificate: String, key: String) {
        let paths = (certificate: folder + "/certificate.pem", key: folder + "/key.pem")
        try certificate.write(toFile: paths.certificate, atomically: true, encoding: .utf8)
        try key.write(toFile: paths.key, atomically: true, encoding: .utf8)
        return paths
    }

    private static let oneCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmDCCAT+gAwIBAgIUJ76csR789v64LDHy16n8DHXahe4wCgYIKoZIzj0EAwIw
        EzERMA8GA1UEAwwIb25lLnRlc3QwIBcNMjYxMTIxMjEwNTMyWhgPMjEyNjEwMjgy
        MTA1MzJaMBMxETAPBgNVBAMMCG9uZS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAEOq3yEMJW3ShApNB+0pqEKG67FOdAvsy2oz+UrhkZu5DSRhzWTSybYyHg
        oJgV3DfGhQ9vrdrPQg2b2R5mDGP4OKNvMG0wHQYDVR0OBBYEFHujbhZcLE2aMYH0
        c/Xby33y5Ol6MB8GA1UdIwQYMBaAFHujbhZcLE2aMYH0c/Xby33y5Ol6MA8GA1Ud
        EwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMAoGCCqGSM49
        BAMCA0cAMEQCIFPpMBSevnYfZqerj0c5POOnMljk0XXc29ya01fdcUxqAiBR4yOG
        K+WFecxv/Fjywx5ZLj7eyM9F1oRcXJNt4XRONQ==
        -----END CERTIFICATE-----
        """

    private static let oneKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSv9d17d7fuzRkZSU
        RqA813yCZXLBBx8/puCEmasfRL+hRANCAAQ6rfIQwlbdKECk0H7SmoQobrsU50C+
        zLajP5SuGRm7kNJGHNZNLJtjIeCgmBXcN8aFD2+t2s9CDZvZHmYMY/g4
        -----END PRIVATE KEY-----
        """

    private static let twoCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmDCCAT+gAwIBAgIULvlWoOLC5jxaoODQil2cCXz3Gk4wCgYIKoZIzj0EAwIw
        EzERMA8GA1UEAwwIdHdvLnRlc3QwIBcNMjYxMTIxMjEwNTMyWhgPMjEyNjEwMjgy
        MTA1MzJaMBMxETAPBgNVBAMMCHR3by50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAEUys65qH8MVUjZu9OxB4RqNfnkl+oWUX4n0ksmubtMwn0grHIB5dBdb6K
        H3pecbMmDCSeh+uxgKxh6hxLfxA906NvMG0wHQYDVR0OBBYEFIlsKtrpft4G/hHG
        dYOCVy6hZ4LhMB8GA1UdIwQYMBaAFIlsKtrpft4G/hHGdYOCVy6hZ4LhMA8GA1Ud
        EwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMAoGCCqGSM49
        BAMCA0cAMEQCIHrHea7yzoZwrKBnNxQxGOYJwWkU1C9VtowTT9MGlARAAiBlWURi
        9j+Iunj51hKcLMYuiSAv71Y3ABOQDcpOHCkBUQ==
        -----END CERTIFICATE-----
        """

    private static let twoKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgm6OD0luTkoYldVGt
        3y9ZZb7DYyPV1CkmRqmJHy4r6TOhRANCAARTKzrmofwxVSNm707EHhGo1+eSX6hZ
        RfifSSya5u0zCfSCscgHl0F1voofel5xsyYMJJ6H67GArGHqHEt/ED3T
        -----END PRIVATE KEY-----
        """

    private static let expiredCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBFDCBvAIBATAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxleHBpcmVkLnRlc3Qw
        HhcNMjAwMTAxMDAwMDAwWhcNMjAwMjAxMDAwMDAwWjAXMRUwEwYDVQQDDAxleHBp
        cmVkLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ6rfIQwlbdKECk0H7S
        moQobrsU50C+zLajP5SuGRm7kNJGHNZNLJtjIeCgmBXcN8aFD2+t2s9CDZvZHmYM
        Y/g4MAoGCCqGSM49BAMCA0cAMEQCIG0kiCH24rL24AGnaTTGT3imLY+blFkidKte
        GTsQ7BeNAiBDLcM1XDEwePHhE8WEqUe6gXNSqz+uctczH0Jf/jnUGQ==
        -----END CERTIFICATE-----
        """
}

import Configuration
import Domain
import Foundation
import SpotterServer
import TestSupport
import Testing

@testable import Gateway

@Suite struct TLSFilesTests {
    private func message(certificate: String?, key: String?, now: Date = Date()) throws -> String? {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let files = TLSFiles(certificate: folder.path + "/chain", key: folder.path + "/key")
        try certificate?.write(toFile: files.certificate, atomically: true, encoding: .utf8)
        try key?.write(toFile: files.key, atomically: true, encoding: .utf8)
        do throws(SpotterError) {
            _ = try files.context(now: now)
            return nil
        } catch {
            #expect(error.code == .invalidRequest)
            return error.message.replacing(folder.path, with: "")
        }
    }

    @Test func aPairIsTaken() throws {
        let (one, two) = (TestCertificate.one, TestCertificate.two)
        #expect(try message(certificate: one.certificate, key: one.key) == nil)
        #expect(try message(certificate: one.certificate + "\n" + two.certificate, key: one.key) == nil, "a chain")
    }

    @Test func whatIsWrongIsSaid() throws {
        let (one, two) = (TestCertificate.one, TestCertificate.two)
        #expect(
            try message(certificate: one.certificate, key: two.key)
                == "tls.key: /key is not the key of the first certificate in /chain."
        )
        #expect(
            try message(certificate: two.certificate + "\n" + one.certificate, key: one.key)
                == "tls.key: /key is not the key of the first certificate in /chain."
        )
        #expect(
            try message(certificate: TestCertificate.expired.certificate, key: one.key)
                == "tls.certificate: /chain expired on 2020-02-01; renew it."
        )
        let early = try message(certificate: one.certificate, key: one.key, now: Date(timeIntervalSince1970: 0))
        #expect(early?.contains("isn't valid before 2026-") == true)
        #expect(
            try message(certificate: nil, key: one.key)
                == "tls.certificate: /chain can't be read (No such file or directory)."
        )
        #expect(
            try message(certificate: one.certificate, key: nil)
                == "tls.key: /key can't be read (No such file or directory)."
        )
        #expect(
            try message(certificate: "hello", key: one.key) == "tls.certificate: /chain holds no certificate in PEM."
        )
        #expect(
            try message(certificate: one.certificate, key: "hello")?.hasPrefix("tls.key: /key holds no private key")
                == true
        )
    }

    @Test func bothOrNeitherIsSet() throws {
        func read(_ values: [AbsoluteConfigKey: ConfigValue]) throws -> TLSFiles? {
            try ServerConfiguration(reader: ConfigReader(provider: InMemoryProvider(values: values))).tls
        }
        let certificate = ("tls.certificate" as AbsoluteConfigKey, ConfigValue(.string("a"), isSecret: false))
        let key = ("tls.key" as AbsoluteConfigKey, ConfigValue(.string("b"), isSecret: false))
        #expect(try read([:]) == nil)
        #expect(try read([certificate.0: certificate.1, key.0: key.1]) == TLSFiles(certificate: "a", key: "b"))
        #expect(throws: SpotterError.self) { _ = try read([certificate.0: certificate.1]) }
        #expect(throws: SpotterError.self) { _ = try read([key.0: key.1]) }
    }
}

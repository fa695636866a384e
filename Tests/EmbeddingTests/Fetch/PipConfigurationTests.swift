import Testing

@testable import Embedding

@Suite struct PipConfigurationTests {
    private func read(_ environment: [String: String], _ files: [String: String] = [:]) -> PipConfiguration {
        PipConfiguration(environment: environment) { files[$0] }
    }

    @Test func usesThePublicIndexByDefault() {
        #expect(read([:]).indexURL == "https://pypi.org/simple")
        #expect(read([:]).certificates == nil)
    }

    @Test func environmentBeatsUserBeatsGlobal() {
        var files = ["/etc/pip.conf": "[global]\nindex-url = https://global.test/simple\ncert = /global.pem\n"]
        #expect(read(["HOME": "/h"], files).indexURL == "https://global.test/simple")
        files["/h/.config/pip/pip.conf"] = "[global]\nindex_url: https://user.test/simple\n"
        let user = read(["HOME": "/h"], files)
        #expect(user.indexURL == "https://user.test/simple")
        #expect(user.certificates == "/global.pem")
        let environment = ["HOME": "/h", "PIP_INDEX_URL": "https://env.test/simple", "PIP_CERT": "/env.pem"]
        #expect(read(environment, files).indexURL == "https://env.test/simple")
        #expect(read(environment, files).certificates == "/env.pem")
    }

    @Test func readsSectionsAsPipDownloadDoes() {
        let file = """
            # a comment
            index-url = https://outside.test/
            [global]
            ; index-url = https://comment.test/
            Index-URL = https://global.test/a=b
            [install]
            index-url = https://install.test/
            [download]
            cert = /d.pem
            nonsense
            """
        let configuration = read(["PIP_CONFIG_FILE": "/c"], ["/c": file])
        #expect(configuration.indexURL == "https://global.test/a=b")
        #expect(configuration.certificates == "/d.pem")
    }

    @Test func filesCanBeSwitchedOff() {
        let files = ["/etc/pip.conf": "[global]\nindex-url = https://global.test/simple\n"]
        #expect(read(["PIP_CONFIG_FILE": "/dev/null"], files).indexURL == "https://pypi.org/simple")
    }
}

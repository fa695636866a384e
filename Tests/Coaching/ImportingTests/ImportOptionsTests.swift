import Domain
import Importing
import SpotterAPI
import Testing

@Suite struct ImportOptionsTests {
    @Test func theQueryGivesTheOptionsAgain() throws {
        let options = ImportOptions(
            format: .whatsapp,
            isDryRun: true,
            whatsApp: WhatsAppOptions(
                members: [
                    .init(name: "A=B & Söhne", email: "a@example.com"), .init(name: "C", email: "c@example.com"),
                ],
                skip: ["Dr Knee", "=?&"],
                timezone: "Europe/Stockholm",
                dates: .yearFirst,
                locale: "sv-SE",
                chatName: "Run Club"
            )
        )
        #expect(try ImportOptions(query: options.query) == options)
        #expect(try ImportOptions(query: []) == ImportOptions())
    }

    @Test(arguments: [
        ("format", "csv"), ("dryRun", "maybe"), ("member", "Alex"), ("member", "=a@b.co"), ("colour", "red"),
        ("dates", "dym"),
    ])
    func aWrongParameterIsNamed(_ name: String, _ value: String) {
        let error = #expect(throws: SpotterError.self) {
            _ = try ImportOptions(query: [(name: name, value: value)])
        }
        #expect(error?.message.contains("'\(name)'") == true)
    }
}

@Suite struct ImportReportTests {
    @Test func theSummaryIsATable() {
        var report = ImportReport(dryRun: true)
        report.users = .init(added: 15)
        report.messages = .init(added: 800, existing: 21)
        report.skipped = .init(media: 3, system: 2)
        report.notes = ["a remark"]
        #expect(
            report.summary == """
                             would add    already there
                users               15                0
                messages           800               21
                left out: 3 pictures and files, 2 notices of the app
                note: a remark
                dry run: nothing was written
                """
        )
        #expect(ImportReport(dryRun: false).summary == "the file holds nothing to import")
    }
}

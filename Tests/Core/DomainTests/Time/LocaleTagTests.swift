import Domain
import Testing

@Suite struct LocaleTagTests {
    @Test(arguments: [
        ("America/New_York", "en-US"), ("America/Indiana/Knox", "en-US"), ("Pacific/Honolulu", "en-US"),
        ("America/Indianapolis", "en-US"), ("America/Puerto_Rico", "en-US"), ("Pacific/Guam", "en-US"),
        ("EST5EDT", "en-US"),
        ("America/Toronto", "en-GB"), ("America/Sao_Paulo", "en-GB"), ("Europe/London", "en-GB"),
        ("Asia/Manila", "en-PH"), ("UTC", "en"), ("Etc/GMT-3", "en"), ("", "en-GB"),
    ]) func zonesHaveTheirHabit(zone: String, tag: String) {
        #expect(LocaleTag.usual(in: zone) == tag)
    }

    @Test(
        arguments: [
            ("en-GB", "en-GB"), ("pt_br", "pt-BR"), ("SR-LATN-rs", "sr-Latn-RS"), ("es-419", "es-419"), ("de", "de"),
            ("", nil), ("e", nil), ("english", nil), ("en-", nil), ("en--GB", nil), ("en-GB-oed", nil), ("en-G1", nil),
            ("日本", nil), ("en-GB-x-long-private-use", nil), ("e1", nil), ("..", nil),
        ] as [(String, String?)]
    ) func tagsHaveOneSpelling(text: String, tag: String?) {
        #expect(LocaleTag.normalized(text) == tag)
        if let tag { #expect(LocaleTag.normalized(tag) == tag) }
    }
}

import Testing

@testable import Terminal

@Suite struct CompletionTests {
    private let completion = Completion(
        chats: ["Sara Lindqvist", "Saturday Run Club", "Mike"],
        people: ["Sara Lindqvist", "Mike", "Mia"],
        members: ["Sara Lindqvist", "Mia"]
    )

    @Test(
        arguments: [
            ("/hel", "/help "), ("/se", nil), ("/sear", "/search"), ("/open mik", "/open Mike"), ("/o sa", nil),
            ("/o sat", "/o Saturday Run Club"), ("/add sa", "/add \"Sara Lindqvist\" "),
            ("/new Club mik", "/new Club Mike "), ("/block mi", nil), ("hello @sar", "hello @Sara Lindqvist "),
            ("@m", "@Mia "), ("mail me@m", nil), ("hello", nil), ("/ask mik", nil), ("//x", nil),
        ] as [(String, String?)]
    ) func fillsInWhatIsCertain(line: String, completed: String?) {
        #expect(completion.complete(line) == completed)
    }
}

import Domain
import LanguageModels
import OpenAIClient
import Testing

@testable import ModelProxy

/// Which model a request means, and where this server may fetch from.
@Suite struct ProxiedModelTests {
    private static func model(
        _ name: String,
        _ output: ProxiedModel.Output = .text,
        profile: ModelProfile = ModelProfile(),
        base: String = "https://openrouter.ai/api/v1"
    ) throws -> ProxiedModel {
        try ProxiedModel(name: name, model: name, baseURL: base, apiKey: nil, profile: profile, output: output)
    }

    private static func models() throws -> ProxiedModels {
        ProxiedModels([
            try model("bytedance-seed/seedream-4.5", .image), try model("deepseek/deepseek-chat"),
            try model("deepseek/deepseek-r1", profile: ModelProfile(replaces: ["old/thinker"])),
            try model("qwen/qwen2.5-vl-32b-instruct", profile: ModelProfile(readsImages: true)),
        ])
    }

    @Test(arguments: [
        (nil, "deepseek/deepseek-chat"), ("deepseek/deepseek-r1", "deepseek/deepseek-r1"),
        ("old/thinker", "deepseek/deepseek-r1"), ("moonshotai/kimi-k2.5", "deepseek/deepseek-chat"),
        ("meta-llama/llama-4-maverick:free", "deepseek/deepseek-chat"), ("gemini-2.5-flash", "deepseek/deepseek-chat"),
        ("google/gemini-2.5-flash", "deepseek/deepseek-chat"),
        ("bytedance-seed/seedream-4.5", "bytedance-seed/seedream-4.5"),
    ])
    func aModelThatIsGoneGoesOn(name: String?, expected: String) throws {
        #expect(try Self.models().model(named: name).name == expected)
    }

    @Test(arguments: ["openai/gpt-5.2", "deepseek/deepseek-chat:online", "DEEPSEEK/DEEPSEEK-CHAT", "", "deepseek-chat"])
    func noOtherModelIsAsked(name: String) throws {
        let models = try Self.models()
        #expect(throws: SpotterError.self) { try models.model(named: name) }
    }

    @Test func picturesGoToAModelThatUnderstandsThem() throws {
        let models = try Self.models()
        #expect(try models.seeing(models.model(named: nil)).name == "qwen/qwen2.5-vl-32b-instruct")
        #expect(try models.seeing(models.model(named: "bytedance-seed/seedream-4.5")).output == .image)
        let blind = ProxiedModels([try Self.model("a")])
        #expect(throws: SpotterError.self) { try blind.seeing(blind.model(named: "a")) }
    }

    @Test(arguments: ["", ".", "..", "a/b", "a%2fb", "a b", "ä", "a?b", "a#b", String(repeating: "a", count: 201)])
    func aProvidersIdCantLeadElsewhere(id: String) { #expect(UpstreamJobID(id) == nil) }

    @Test func aJobsAddressStandsBesideTheCompletions() throws {
        let id = try #require(UpstreamJobID("job-1.2_a:b"))
        for base in ["https://host/api/v1", "https://host/api/v1/", "https://host/api/v1/chat/completions"] {
            #expect(try Self.model("v", .video, base: base).job(id).url == "https://host/api/v1/jobs/job-1.2_a:b")
        }
    }

    @Test(arguments: [
        ("https://cdn.example.com/v.mp4", true), ("https://openrouter.ai/api/v1/videos/1/content", true),
        ("https://openrouter.ai:443/x", true), ("http://cdn.example.org/v.mp4", false),
        ("https://127.0.0.1/v.mp4", false), ("https://localhost/v.mp4", false), ("https://[::1]/v.mp4", false),
        ("https://169.254.169.254/latest", false), ("https://user@cdn.example.org/v.mp4", false),
        ("https://intranet/v.mp4", false), ("https://nas.local/v.mp4", false), ("file:///etc/passwd", false),
        ("http://openrouter.ai/api", false), ("https://openrouter.ai@evil.example.org/v", false),
    ])
    func videosAreFetchedFromPublicHostsOnly(address: String, isAllowed: Bool) throws {
        let address = address.replacing("cdn.example.com", with: "cdn.videos.net")
        let model = try Self.model("v", .video)
        #expect((VideoFetcher.url(address, of: model) != nil) == isAllowed)
    }

    @Test(arguments: [
        (#"{"status":"running","progress":0.4}"#, UpstreamJob.processing(progress: 0.4)),
        (#"{"status":"PENDING","progress":7}"#, .processing(progress: 1)),
        (#"{"status":"done","video_url":"https://a.b/c"}"#, .completed(address: "https://a.b/c")),
        (#"{"status":"error","error":"too rude"}"#, .failed("too rude")),
        (#"{"status":"failed","error":{"message":"too rude"}}"#, .failed("too rude")),
        (#"{"status":"what"}"#, .processing(progress: nil)), ("[]", .processing(progress: nil)),
    ])
    func statesAreRead(json: String, expected: UpstreamJob) { #expect(UpstreamJob(JSONValue.parse(json)) == expected) }
}

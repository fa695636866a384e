public import Domain

/// An account as its owner sees it: the public profile and the privacy settings. On the wire, the settings are fields
/// beside the user's own.
///
/// ```swift
/// func name(_ response: ProfileResponse) -> String { response.user.user.displayName }
/// ```
public struct Profile: Sendable, Hashable {
    public static let maxCustomInstructions = 4_000

    public var user: User
    /// Whether read receipts are shared. Applies both ways: a user who doesn't share them doesn't see those of others.
    public var sharesReadReceipts: Bool
    /// Whether presence is shared. Applies both ways: a user who doesn't share it doesn't see that of others.
    public var sharesPresence: Bool
    /// What the assistant is told of how its answers should be, in all conversations. Nobody else sees it.
    public var customInstructions: String?
    /// How the user writes dates, as a BCP 47 tag; `nil` for what is usual in their time zone. The wire always has one.
    public var locale: String?

    public init(
        user: User,
        sharesReadReceipts: Bool,
        sharesPresence: Bool,
        customInstructions: String? = nil,
        locale: String? = nil
    ) {
        self.user = user
        self.sharesReadReceipts = sharesReadReceipts
        self.sharesPresence = sharesPresence
        self.customInstructions = customInstructions
        self.locale = locale
    }

    /// The user's own choice, or what is usual in their time zone.
    public var writtenLocale: String { locale ?? LocaleTag.usual(in: user.timezone) }
}

extension Profile: Codable {
    private enum CodingKeys: CodingKey {
        case sharesReadReceipts, sharesPresence, customInstructions, locale
    }

    public init(from decoder: any Decoder) throws {
        user = try User(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sharesReadReceipts = try container.decode(Bool.self, forKey: .sharesReadReceipts)
        sharesPresence = try container.decode(Bool.self, forKey: .sharesPresence)
        customInstructions = try container.decode(Nullable<String>.self, forKey: .customInstructions).wrappedValue
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
    }

    public func encode(to encoder: any Encoder) throws {
        try user.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sharesReadReceipts, forKey: .sharesReadReceipts)
        try container.encode(sharesPresence, forKey: .sharesPresence)
        try container.encode(customInstructions, forKey: .customInstructions)
        try container.encode(writtenLocale, forKey: .locale)
    }
}

/// `GET` and `PATCH /v1/me`.
public struct ProfileResponse: APIValue {
    public let user: Profile

    public init(user: Profile) { self.user = user }

    public static var example: ProfileResponse {
        ProfileResponse(user: Profile(user: Examples.user, sharesReadReceipts: true, sharesPresence: true))
    }
}

/// Changes the profile: `PATCH /v1/me`. Omitted fields stay unchanged. The role can't be changed.
///
/// ```swift
/// let request = UpdateProfileRequest(displayName: "Alex B.", photoMediaId: .cleared)
/// ```
public struct UpdateProfileRequest: APIValue {
    public let displayName: String?
    /// IANA name.
    public let timezone: String?
    public let photoMediaId: FieldChange<MediaID>
    public let sharesReadReceipts: Bool?
    public let sharesPresence: Bool?
    /// How the assistant's answers should be, in all conversations; `null` or an empty text for nothing.
    public let customInstructions: FieldChange<String>
    /// How the user writes dates, as a BCP 47 tag of language, script and region; `null` for what is usual in the time zone.
    public let locale: FieldChange<String>

    public init(
        displayName: String? = nil,
        timezone: String? = nil,
        photoMediaId: FieldChange<MediaID> = .unchanged,
        sharesReadReceipts: Bool? = nil,
        sharesPresence: Bool? = nil,
        customInstructions: FieldChange<String> = .unchanged,
        locale: FieldChange<String> = .unchanged
    ) {
        self.displayName = displayName
        self.timezone = timezone
        self.photoMediaId = photoMediaId
        self.sharesReadReceipts = sharesReadReceipts
        self.sharesPresence = sharesPresence
        self.customInstructions = customInstructions
        self.locale = locale
    }

    private enum CodingKeys: String, CodingKey {
        case displayName, timezone, photoMediaId, sharesReadReceipts, sharesPresence, customInstructions, locale
    }

    private enum FixedKeys: String, CodingKey { case role }

    public init(from decoder: any Decoder) throws {
        let fixed = try decoder.container(keyedBy: FixedKeys.self)
        guard !fixed.contains(.role) else {
            throw SpotterError.invalid("The role is chosen at sign-up and can't be changed; leave it out.")
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        photoMediaId = try container.idChange(.photoMediaId, orThrow: SpotterError.notFound("photo"))
        displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        timezone = try container.decodeIfPresent(String.self, forKey: .timezone)
        sharesReadReceipts = try container.decodeIfPresent(Bool.self, forKey: .sharesReadReceipts)
        sharesPresence = try container.decodeIfPresent(Bool.self, forKey: .sharesPresence)
        customInstructions = try container.decode(FieldChange<String>.self, forKey: .customInstructions)
        locale = try container.decode(FieldChange<String>.self, forKey: .locale)
    }

    public static var example: UpdateProfileRequest {
        UpdateProfileRequest(displayName: "Alex B.", sharesPresence: false)
    }
}

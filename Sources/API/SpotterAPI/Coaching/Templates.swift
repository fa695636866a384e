public import Domain

/// Stores a template: `POST /v1/templates`.
///
/// ```swift
/// let request = NewTemplateRequest(name: "check-in", text: "Hi {first}, how was {what}?")
/// ```
public struct NewTemplateRequest: APIValue {
    public let name: String
    public let text: String

    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    public static var example: NewTemplateRequest {
        NewTemplateRequest(name: Examples.template.name, text: Examples.template.text)
    }
}

/// Changes a template: `PATCH /v1/templates/{templateId}`. Omitted fields stay unchanged.
///
/// ```swift
/// let request = UpdateTemplateRequest(name: "weekly check-in")
/// ```
public struct UpdateTemplateRequest: APIValue {
    public let name: String?
    public let text: String?

    public init(name: String? = nil, text: String? = nil) {
        self.name = name
        self.text = text
    }

    public static var example: UpdateTemplateRequest { UpdateTemplateRequest(name: "weekly check-in") }
}

/// One template.
public struct TemplateResponse: APIValue {
    public let template: MessageTemplate

    public init(template: MessageTemplate) { self.template = template }
    public static var example: TemplateResponse { TemplateResponse(template: Examples.template) }
}

/// `GET /v1/templates`, by name.
public struct TemplatesResponse: APIValue {
    public let templates: [MessageTemplate]

    public init(templates: [MessageTemplate]) { self.templates = templates }
    public static var example: TemplatesResponse { TemplatesResponse(templates: [Examples.template]) }
}

/// Fills a template for one client: `POST /v1/templates/{templateId}/render`.
///
/// ```swift
/// let request = RenderTemplateRequest(userId: saraId, slots: ["what": "the run"])
/// ```
public struct RenderTemplateRequest: APIValue {
    public let userId: UserID
    public let slots: [String: String]?

    public init(userId: UserID, slots: [String: String]? = nil) {
        self.userId = userId
        self.slots = slots
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        slots = try container.decodeIfPresent([String: String].self, forKey: .slots)
        userId = try container.id(.userId, orThrow: SpotterError.notFound("client"))
    }

    public static var example: RenderTemplateRequest {
        RenderTemplateRequest(userId: Examples.sara, slots: ["what": "the run"])
    }
}

/// A text with its slots filled.
public struct RenderedTextResponse: APIValue {
    public let text: String

    public init(text: String) { self.text = text }
    public static var example: RenderedTextResponse { RenderedTextResponse(text: "Hi Sara, how was the run?") }
}

import Accounts
import Coaching
import Domain
import Hummingbird
import SpotterAPI

/// Texts with slots, and sending one text to several clients.
struct TemplateRoutes {
    let templates: Templates
    let broadcasts: Broadcasts

    func add(to table: inout RouteTable) {
        table.tag = .messages
        addTemplates(to: &table)
        addOne(to: &table)
        addBroadcasts(to: &table)
    }

    private func addTemplates(to table: inout RouteTable) {
        let templates = templates
        table.on(
            .get,
            "/v1/templates",
            "listTemplates",
            "List the user's templates, by name",
            response: .json(TemplatesResponse.self)
        ) { _, context in
            let list = try await templates.list(for: try context.requirePrincipal().actor)
            return JSONResponse(TemplatesResponse(templates: list))
        }
        table.on(
            .post,
            "/v1/templates",
            "createTemplate",
            "Store a text with slots such as {first}",
            body: NewTemplateRequest.self,
            response: .json(TemplateResponse.self, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewTemplateRequest.self, context: context)
            let template = try await templates.create(
                name: body.name,
                text: body.text,
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(.created, TemplateResponse(template: template))
        }
    }

    private func addOne(to table: inout RouteTable) {
        let templates = templates
        table.on(
            .patch,
            "/v1/templates/{templateId}",
            "updateTemplate",
            "Change a template",
            body: UpdateTemplateRequest.self,
            response: .json(TemplateResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateTemplateRequest.self, context: context)
            let template = try await templates.change(
                try context.id("templateId", what: "template"),
                name: body.name,
                text: body.text,
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(TemplateResponse(template: template))
        }
        table.on(
            .delete,
            "/v1/templates/{templateId}",
            "deleteTemplate",
            "Delete a template",
            response: .noContent
        ) { _, context in
            try await templates.delete(
                try context.id("templateId", what: "template"),
                by: try context.requirePrincipal().actor
            )
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/templates/{templateId}/render",
            "renderTemplate",
            "A template's text for one client, without sending it",
            body: RenderTemplateRequest.self,
            response: .json(RenderedTextResponse.self),
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(RenderTemplateRequest.self, context: context)
            let text = try await templates.render(
                try context.id("templateId", what: "template"),
                for: body.userId,
                slots: body.slots ?? [:],
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(RenderedTextResponse(text: text))
        }
    }

    private func addBroadcasts(to table: inout RouteTable) {
        let broadcasts = broadcasts
        table.on(
            .post,
            "/v1/broadcasts",
            "broadcast",
            "Send a text to several clients, to each in the chat with them (trainer); the same id again sends nothing twice",
            body: BroadcastRequest.self,
            response: .json(BroadcastResponse.self, .created, .ok),
            cost: .ownTurns
        ) { request, context in
            let body = try await request.decode(BroadcastRequest.self, context: context)
            let sent = try await broadcasts.send(
                try NewBroadcast(body),
                by: try context.requirePrincipal().actor,
                admitText: { try context.charge(.messageBytes, $0) }
            )
            return JSONResponse(sent.isNew ? .created : .ok, BroadcastResponse(broadcast: sent.broadcast))
        }
    }
}

extension NewBroadcast {
    /// - Throws: `invalid_request` unless there is one content and one audience.
    init(_ request: BroadcastRequest) throws {
        let content: Content
        switch (request.text, request.templateId) {
        case (let text?, nil): content = .text(text)
        case (nil, let template?): content = .template(template)
        default: throw SpotterError.invalid("Give either text or templateId.")
        }
        let audience: Audience
        switch (request.userIds, request.tag) {
        case (let users?, nil): audience = .clients(users)
        case (nil, let tag?): audience = .tag(tag)
        default: throw SpotterError.invalid("Give either userIds or tag.")
        }
        self.init(id: request.id, content: content, slots: request.slots ?? [:], audience: audience)
    }
}

// Shows one operation: what it takes, what it answers, and how curl calls it.

import { breakable, element, json } from "./schema.js";

const FAILURE = "default";

export function badge(method) {
  return element("span", { class: `method ${method}` }, method.toUpperCase());
}

export function showOperation(operation, document, schemas) {
  const { method, path, details } = operation;
  return element("article", { "aria-labelledby": "operation" },
    element("p", { class: "back" }, element("a", { href: "#" }, "All operations")),
    element("h2", { id: "operation", tabindex: "-1" }, details.summary),
    element("p", { class: "address" }, badge(method), " ", element("code", {}, breakable(path))),
    element("p", { class: "hint" }, `${operation.tag} · `, element("code", {}, details.operationId)),
    access(details, document),
    curl(operation),
    parameters(details.parameters ?? [], schemas),
    body(details.requestBody, schemas),
    answers(details.responses ?? {}, schemas));
}

function access(details, document) {
  const names = (details.security ?? []).flatMap((choice) => Object.keys(choice));
  const scope = details["x-api-key-scope"];
  const lines = names.map((name) => document.components.securitySchemes[name]?.description ?? name);
  if (names.length === 0) lines.push("Needs no token.");
  else if (scope) lines.push(`Or an API key with the scope ${scope}.`);
  else if (names.includes("user")) lines.push("API keys are refused.");
  return section("Who may call it", element("p", {}, lines.join(" ")));
}

// MARK: curl

/// The words of a command. Parameters stand as names in capitals, the token as a variable of the shell.
export function command({ method, path, details }, origin) {
  const shown = path.replace(/\{([^}]+)\}/g, (_, name) => capitals(name));
  const query = (details.parameters ?? []).filter((one) => one.in === "query" && one.required)
    .map((one) => `${one.name}=${capitals(one.name)}`).join("&");
  const lines = [`curl ${method === "head" ? "-I " : method === "get" ? "" : `-X ${method.toUpperCase()} `}`
    + quoted(origin + shown + (query ? `?${query}` : ""))];
  if (details.security?.length) {
    const isAdmin = "admin" in details.security[0];
    lines.push(`-H "Authorization: Bearer $SPOTTER_${isAdmin ? "ADMIN_" : ""}TOKEN"`);
  }
  const [type, media] = Object.entries(details.requestBody?.content ?? {})[0] ?? [];
  if (type) lines.push(`-H ${quoted(`Content-Type: ${type}`)}`);
  if (media?.example) lines.push(`-d ${quoted(JSON.stringify(media.example))}`);
  else if (type) lines.push("--data-binary @FILE");
  return lines.join(" \\\n  ");
}

function capitals(name) {
  return name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curl(operation) {
  const code = element("code", {}, command(operation, location.origin));
  const said = element("span", { class: "said", role: "status" });
  const button = element("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    said.textContent = await copied(code) ? "Copied" : "Selected: copy it with the keyboard";
  });
  return section("With curl", element("pre", { tabindex: "0" }, code), element("p", { class: "copy" }, button, " ", said));
}

/// Browsers write to the clipboard on secure pages only. Elsewhere the text is selected.
async function copied(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return false;
  }
}

// MARK: Parts

function section(title, ...children) {
  return element("section", {}, element("h3", {}, title), ...children);
}

function parameters(list, schemas) {
  if (list.length === 0) return "";
  const rows = list.map((one) => element("li", {},
    element("code", { class: "name" }, one.name), " ",
    element("span", { class: "type" }, schemas.words(one.schema)),
    element("span", { class: "optional" }, ` ${one.in}${one.required ? "" : ", optional"}`),
    element("span", { class: "limits" }, [one.description, schemas.limits(one.schema)].filter(Boolean)
      .map((words) => ` ${words}`).join(";"))));
  return section("Parameters", element("ul", { class: "fields" }, rows));
}

function body(request, schemas) {
  if (!request) return "";
  const note = request.required ? "" : element("p", { class: "hint" }, "May be left out.");
  return section("Body", note, Object.entries(request.content).map(([type, media]) => content(type, media, schemas)));
}

function answers(responses, schemas) {
  const codes = Object.keys(responses).sort((one, other) => (one === FAILURE) - (other === FAILURE) || one - other);
  return section("Answers", codes.map((code) => {
    const { description, content: types = {} } = responses[code];
    return element("details", { class: "answer", open: code === codes[0] },
      element("summary", {}, element("strong", {}, code === FAILURE ? "Errors" : code), ` ${description}`),
      Object.entries(types).map(([type, media]) => content(type, media, schemas)));
  }));
}

function content(type, media, schemas) {
  const parts = [element("p", { class: "hint" }, element("code", {}, type))];
  const options = media.schema ? schemas.alternatives(media.schema).options : [];
  for (const option of options) {
    const inner = schemas.inner(option);
    if (inner) parts.push(schemas.fields(inner));
  }
  if (media.example !== undefined && media.example !== null) {
    parts.push(element("details", {}, element("summary", {}, "Example"), json(media.example)));
  }
  return element("div", { class: "content" }, parts);
}

"""TypeScript types of the server's OpenAPI document: one per schema that the web app's operations use."""

import json
import re


def write(document, target):
    """Writes the types of `document`, a parsed OpenAPI document, into the file `target`."""
    schemas = document["components"]["schemas"]
    lines = ["// Made by scripts/web --types from the server's OpenAPI document. Don't edit.", ""]
    for name in sorted(used(document, schemas)):
        lines += declaration(name, schemas[name]) + [""]
    target.write_text("\n".join(lines))


def used(document, schemas):
    """The schemas that operations of the native API refer to, directly or not. Frames of the socket are added by name."""
    found = set()

    def follow(value):
        if isinstance(value, dict):
            if "$ref" in value:
                name = value["$ref"].rsplit("/", 1)[-1]
                if name not in found:
                    found.add(name)
                    follow(schemas[name])
            for part in value.values():
                follow(part)
        elif isinstance(value, list):
            for part in value:
                follow(part)

    others = re.compile(r"^/v1/(admin/(advice|import)|accounts:|token|models|responses|chat/|embeddings|audio)")
    for path, operations in document["paths"].items():
        if path.startswith("/v1/") and not others.match(path):
            follow(operations)
    return found


def declaration(name, schema):
    if schema.get("type") == "object" and "properties" in schema:
        return [f"export interface {name} {{"] + fields(schema) + ["}"]
    return [f"export type {name} = {expression(schema)};"]


def fields(schema, indent="  "):
    required = set(schema.get("required", []))
    return [
        f"{indent}{key}{'' if key in required else '?'}: {expression(value, indent)};"
        for key, value in sorted(schema["properties"].items())
    ]


def expression(schema, indent="  "):
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(expression(part, indent) for part in schema[key]))
    if "const" in schema:
        return json.dumps(schema["const"])
    # A list of all time zones is no help to a reader.
    if "enum" in schema and len(schema["enum"]) <= 60:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        item = expression(schema["items"], indent)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        if "properties" in schema:
            return "{\n" + "\n".join(fields(schema, indent + "  ")) + f"\n{indent}}}"
        values = schema.get("additionalProperties")
        return f"{{ [key: string]: {expression(values, indent) if isinstance(values, dict) else 'unknown'} }}"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}.get(
        kind, "unknown"
    )

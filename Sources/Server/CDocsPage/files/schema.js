// Shows JSON schemas and values, as elements.

/// An element with attributes and children. Texts are only ever text: nothing is parsed as HTML.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
  return made;
}

/// A path that wraps after its slashes.
export function breakable(path) {
  return path.split(/(?<=\/)/).flatMap((part) => [part, element("wbr")]);
}

/// Follows references of one document.
export class Schemas {
  constructor(document) {
    this.components = document.components?.schemas ?? {};
  }

  resolve(schema) {
    const name = schema?.$ref?.split("/").pop();
    return name ? { name, schema: this.components[name] ?? {} } : { schema: schema ?? {} };
  }

  /// The alternatives without `null`, and whether there was one.
  alternatives(schema) {
    const all = schema.anyOf ?? schema.oneOf;
    if (!all) return { options: [schema], nullable: false };
    const options = all.filter((option) => option.type !== "null");
    return { options, nullable: options.length < all.length };
  }

  /// One line: "text (uuid)", "list of Chat", "number or null".
  words(schema) {
    const { options, nullable } = this.alternatives(schema);
    const words = options.map((option) => this.word(option)).join(" or ");
    return nullable ? `${words} or null` : words;
  }

  word(schema) {
    const { name, schema: target } = this.resolve(schema);
    if (target.type === "array") return `list of ${this.words(target.items ?? {})}`;
    if (target.enum) return target.enum.map((word) => JSON.stringify(word)).join(" | ");
    if (name) return name;
    if (target.anyOf || target.oneOf) return this.words(target);
    if (target.type === "object" && target.additionalProperties) {
      return `object of ${this.words(target.additionalProperties)}`;
    }
    const kinds = { string: "text", integer: "integer", number: "number", boolean: "true or false", object: "object" };
    const kind = kinds[target.type] ?? "any value";
    return target.format ? `${kind} (${target.format})` : kind;
  }

  /// What is asked of a value beyond its type.
  limits(schema) {
    const target = this.resolve(this.alternatives(schema).options[0]).schema;
    const found = [];
    const range = (low, high, unit) => {
      if (low === undefined && high === undefined) return;
      if (low !== undefined && high !== undefined) found.push(`${low} to ${high}${unit}`);
      else found.push(low !== undefined ? `at least ${low}${unit}` : `at most ${high}${unit}`);
    };
    range(target.minimum, target.maximum, "");
    range(target.minLength, target.maxLength, " characters");
    range(target.minItems, target.maxItems, " elements");
    if (target.uniqueItems) found.push("each once");
    if (target.pattern) found.push(`pattern ${target.pattern}`);
    return found.join(", ");
  }

  /// The part of a schema that has fields of its own; undefined for leaves.
  inner(schema) {
    const fitting = this.alternatives(schema).options
      .map((option) => this.resolve(option).schema)
      .map((target) => (target.type === "array" ? this.inner(target.items ?? {}) : target))
      .filter((target) => target && (target.properties || target.oneOf || target.anyOf || target.additionalProperties));
    return fitting[0];
  }

  /// A list of fields. Those with fields of their own open on demand, so that cycles end.
  fields(schema) {
    if (schema.oneOf || schema.anyOf) {
      const { options } = this.alternatives(schema);
      return element("div", {}, options.map((option) => {
        const target = this.resolve(option).schema;
        const kind = target.properties?.kind?.enum ?? target.properties?.tool?.enum ?? target.properties?.type?.enum;
        return element("div", { class: "alternative" },
          element("p", { class: "hint" }, kind ? `If it is ${kind.join(" or ")}:` : "Or:"), this.fields(target));
      }));
    }
    const inside = schema.additionalProperties && this.inner(schema.additionalProperties);
    if (inside) return this.fields(inside);
    const required = new Set(schema.required ?? []);
    return element("ul", { class: "fields" }, Object.entries(schema.properties ?? {}).map(([name, field]) =>
      this.field(name, field, required.has(name))));
  }

  field(name, field, isRequired) {
    const limits = this.limits(field);
    const line = [
      element("code", { class: "name" }, name), " ", element("span", { class: "type" }, this.words(field)),
      isRequired ? "" : element("span", { class: "optional" }, " optional"),
      limits ? element("span", { class: "limits" }, ` ${limits}`) : "",
    ];
    const inner = this.inner(field);
    if (!inner) return element("li", {}, line);
    const details = element("details", {}, element("summary", {}, line));
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) details.append(this.fields(inner));
    });
    return element("li", {}, details);
  }
}

/// JSON, indented.
export function json(value) {
  return element("pre", { tabindex: "0" }, element("code", {}, JSON.stringify(value, null, 2)));
}

import { ApiError } from "../../api/errors";
import { el, fill } from "../../dom/element";
import type { Child } from "../../dom/element";
import { icon } from "../../dom/icons";
import { announce } from "../../dom/overlay";
import { t } from "../../text";

/** A page for those who aren't signed in. */
export function authPage(...children: Child[]): HTMLElement {
  const brand = el("p.brand", {}, icon("logo"), t.app);
  return el("main.auth", { id: "main", tabindex: "-1" }, el("div", {}, brand, ...children));
}

export interface Field {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Says what's wrong with it; nothing when it's fine. */
  fail(text: string): void;
}

let fields = 0;

export function field(label: string, attributes: { [name: string]: string | boolean }, hint = ""): Field {
  const id = `field-${(fields += 1)}`;
  const help = el("span.h", { id, "aria-live": "polite" }, hint);
  const input = el("input", { ...attributes, "aria-describedby": id });
  const labelled = el("label.f", {}, el("span", {}, label), input, help);
  return {
    element: attributes.type === "password" ? el("div.rel.pw", {}, labelled, reveal(input)) : labelled,
    input,
    fail(text) {
      labelled.classList.toggle("bad", text !== "");
      fill(help, text === "" ? hint : text);
      if (text === "") input.removeAttribute("aria-invalid");
      else input.setAttribute("aria-invalid", "true");
    },
  };
}

/** Shows what is typed into a field for passwords. */
function reveal(input: HTMLInputElement): HTMLElement {
  const button: HTMLElement = el("button.b.q.sm", { type: "button", "aria-pressed": "false", onclick: () => {
    const isShown = input.type === "password";
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
    input.focus();
  } }, t.show);
  return button;
}

/** A form that sends once at a time, and says what went wrong. */
export function form(
  label: string,
  button: string,
  fields: Field[],
  send: () => Promise<void>,
  explain: (error: ApiError) => [Field | null, string],
  ...more: Child[]
): HTMLFormElement {
  const problem = el("p.ban.x", { hidden: true, role: "alert" });
  const submit = el("button.b.p.l.w", { type: "submit" }, button);
  let isSending = false;
  const element = el(
    "form.col",
    {
      "aria-label": label,
      novalidate: true,
      onsubmit: async (event: Event) => {
        event.preventDefault();
        if (isSending) return;
        problem.hidden = true;
        for (const one of fields) one.fail("");
        const missing = fields.find(({ input }) => input.required && input.value.trim() === "");
        if (missing !== undefined) {
          missing.fail(t.fillIn);
          return missing.input.focus();
        }
        isSending = true;
        submit.setAttribute("aria-disabled", "true");
        try {
          await send();
        } catch (error) {
          const [where, text] = explain(error instanceof ApiError ? error : new ApiError("unexpected", String(error)));
          if (where !== null) {
            where.fail(text);
            where.input.focus();
            where.input.select();
          } else {
            fill(problem, text);
            problem.hidden = false;
          }
          announce(text, true);
        } finally {
          isSending = false;
          submit.removeAttribute("aria-disabled");
        }
      },
    },
    ...fields.map((one) => one.element),
    problem,
    submit,
    ...more,
  );
  return element;
}

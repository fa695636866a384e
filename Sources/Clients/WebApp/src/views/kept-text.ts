import type { Client } from "./view";

/**
 * Lets a field's text outlive the page: what was typed and not sent is there again when the field is.
 * @returns what stores the text after it was changed by other means than typing.
 */
export function keepText(client: Client, name: string, field: HTMLTextAreaElement): () => void {
  const key = `text ${client.me.id} ${name}`;
  const store = () => {
    try {
      if (field.value === "") localStorage.removeItem(key);
      else localStorage.setItem(key, field.value);
    } catch {
      // The storage is full or forbidden.
    }
  };
  field.value ||= localStorage.getItem(key) ?? "";
  field.addEventListener("input", store);
  return store;
}

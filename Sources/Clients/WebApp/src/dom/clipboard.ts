import { t } from "../text";
import { toast } from "./overlay";

/** Copies a text, and says so. Without https a browser has no clipboard for pages: there the old way is tried. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await write(text);
  toast(isCopied ? t.copied : t.copyFailed);
  return isCopied;
}

async function write(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(() => true, () => false);
  }
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "vh";
  // Over a dialog nothing outside of it can be selected.
  ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

import { el } from "./element";

/** Gives the user a file, under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads it only after this returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

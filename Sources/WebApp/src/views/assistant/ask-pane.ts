import { el } from "../../dom/element";
import type { Client, View } from "../view";
export class AskPane implements View { readonly element = el("aside.pane"); constructor(_c: Client, _id: string, _close: () => void) {} }

import { el } from "../../dom/element";
import type { Client, View } from "../view";
export class AssistantPage implements View { readonly element = el("section.view"); constructor(_c: Client, _id: string | null) {} }

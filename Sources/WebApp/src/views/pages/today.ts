import { el } from "../../dom/element";
import type { Client, View } from "../view";
export class TodayPage implements View { readonly element = el("section.view"); constructor(_c: Client) {} }

import { el } from "../../dom/element";
import { t } from "../../text";

const emojis =
  "👍 ❤️ 😂 🎉 💪 🔥 👏 🙏 😀 😊 😉 😍 🤔 😅 😢 😮 😴 🤕 🥵 🥶 ✅ ❌ ⚠️ ⏰ 📅 📸 🏃 🚴 🏊 🏋️ 🧘 🤸 ⛰️ 👟 🥗 🍎 💧 ☕ 🛌 🩹 📈 🎯 🥇 🌟 ☀️ 🌧️ 👋 🤝";

/** Those that a long press offers at once. */
export const quickEmojis = emojis.split(" ").slice(0, 6);

/** The emoji that a chat about training needs; the keyboard of the device has all others. */
export function emojiPicker(choose: (emoji: string) => void): HTMLElement {
  return el(
    "div.emojis",
    { role: "group", "aria-label": t.emoji },
    ...emojis.split(" ").map((emoji) =>
      el("button", { type: "button", "aria-label": emoji, onclick: () => choose(emoji) }, emoji),
    ),
  );
}

/** HTML as a template: what is put in is escaped, unless it is HTML already. */
export interface Html {
  readonly html: string;
}
type Part = Html | string | number | false | null | undefined | readonly Part[];

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

function render(part: Part): string {
  if (part === false || part === null || part === undefined) return "";
  if (typeof part === "object") return "html" in part ? part.html : part.map(render).join("");
  return escapeHtml(String(part));
}

/** `` html`<p>${text}</p>` `` */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: texts.map((text, index) => text + render(parts[index])).join(""),
});

/** HTML templates that escape interpolated text (XSS). */
export interface Html {
  readonly html: string;
}
type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

const htmlEscapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => htmlEscapes[sign] ?? sign);

function renderPart(part: HtmlPart): string {
  if (part === false || part === null || part === undefined) return "";
  if (typeof part === "object") return "html" in part ? part.html : part.map(renderPart).join("");
  return escapeHtml(String(part));
}

export const html = (texts: TemplateStringsArray, ...parts: HtmlPart[]): Html => ({
  html: texts.map((text, index) => text + renderPart(parts[index])).join(""),
});

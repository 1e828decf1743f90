/** Builds and escapes XML, for Factur-X (e-invoice). */
export type XmlNode = string | XmlNode[];

/** Characters outside `Char` of XML 1.0, which cannot be escaped either. */
const invalidXmlCharacters = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(invalidXmlCharacters, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");

/** Writes `<ram:ID schemeID="VA">…</ram:ID>`; omits null children, and the element itself if it is empty. */
export function element(name: string, ...inside: XmlNode[]): XmlNode {
  const text = inside.flat(Infinity as 1).join("");
  return text === "" ? "" : `<${name}>${text}</${name.split(" ")[0]}>`;
}
export const textElement = (name: string, value: string | null): XmlNode =>
  value ? element(name, escapeXml(value)) : "";

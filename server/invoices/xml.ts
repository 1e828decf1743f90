/** XML as text, written from the inside out. */
export type XmlNode = string | XmlNode[];

/** Whatever is no `Char` of XML 1.0, which it cannot hold at all, not even escaped. */
const invalidXmlCharacters = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A text as it may stand in an element. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(invalidXmlCharacters, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");

/** `<ram:ID schemeID="VA">…</ram:ID>`; what is null is left out, and so is an element without anything in it. */
export function element(name: string, ...inside: XmlNode[]): XmlNode {
  const text = inside.flat(Infinity as 1).join("");
  return text === "" ? "" : `<${name}>${text}</${name.split(" ")[0]}>`;
}
/** An element with a text; nothing where there is none. */
export const textElement = (name: string, value: string | null): XmlNode =>
  value ? element(name, escapeXml(value)) : "";

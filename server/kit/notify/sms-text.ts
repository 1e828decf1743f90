/** Writes text messages in the alphabet of mobile networks (GSM-7), of which one message holds 160 signs. Pure. */

export const MAX_SMS_SIGNS = 160;

const basicSigns = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** They take the place of two. */
const doubleSigns = new Set("^{}\\[~]|€");

const likeness: Readonly<Record<string, string>> = {
  ...{ "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "…": "...", "–": "-", "—": "-", "−": "-" },
  ...{ "\u{A0}": " ", "\u{202F}": " ", "\u{2009}": " ", œ: "oe", Œ: "OE", ł: "l", Ł: "L", đ: "d", Đ: "D", "·": "-" },
};

function transliterateSign(sign: string): string {
  if (basicSigns.has(sign) || doubleSigns.has(sign)) return sign;
  const like = likeness[sign] ?? sign.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return [...like].every((one) => basicSigns.has(one)) ? like : "?";
}

/** Replaces signs that the alphabet lacks by what is most like them: `ê` by `e`, `’` by `'`, others by `?`. */
export const transliterate = (text: string): string =>
  [...text.normalize("NFC")].map((sign) => transliterateSign(sign)).join("");

/** @param text transliterated */
export const countSigns = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (doubleSigns.has(sign) ? 2 : 1), 0);

function shorten(text: string, signs: number): string {
  if (countSigns(text) <= signs) return text;
  const kept = [...text];
  while (kept.length > 0 && countSigns(kept.join("")) > signs - 3) kept.pop();
  return kept.length > 0 ? `${kept.join("").trimEnd()}...` : "";
}

/**
 * Writes one message.
 * @param text what must be in it
 * @param extra what is shortened, or left out, where both are too long
 * @param end what follows: a telephone number or an address
 */
export function composeSms(text: string, extra = "", end = ""): string {
  const [said, more, last] = [text, extra, end].map((part) => transliterate(part.trim().replaceAll(/\s+/gu, " ")));
  const tail = last ? ` ${last}` : "";
  const head = shorten(said ?? "", MAX_SMS_SIGNS - countSigns(tail));
  const room = MAX_SMS_SIGNS - countSigns(head) - countSigns(tail) - 1;
  const middle = more && room > 10 ? ` ${shorten(more, room)}` : "";
  return `${head}${middle}${tail}`;
}

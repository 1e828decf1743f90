/** Encodes text as ISO 8859-15 (Latin-9), which has one byte for each sign. */

/** Its signs that ISO 8859-1 has not; their places there have others. */
const ownSigns: Readonly<Record<string, number>> = Object.fromEntries(
  [..."€ŠšŽžŒœŸ"].map((sign, index) => [sign, [0xa4, 0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe][index] ?? 0]),
);
const takenBytes = new Set(Object.values(ownSigns));

/** Signs without a part that Unicode would split off. */
const similar: Readonly<Record<string, string>> = {
  ...{ "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "…": "...", "·": "-" },
  ...{ ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i", ħ: "h", Ħ: "H", "\u202f": " ", "\u2009": " ", "−": "-" },
};

function byteOf(sign: string): number | undefined {
  const own = ownSigns[sign];
  if (own !== undefined) return own;
  const code = sign.codePointAt(0) ?? 0;
  return code <= 0xff && !takenBytes.has(code) ? code : undefined;
}

function transliterate(sign: string): string {
  if (byteOf(sign) !== undefined) return sign;
  const plain = similar[sign] ?? sign.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...plain].every((one) => byteOf(one) !== undefined) ? plain : "?";
}

/** Signs that it has not are written by similar ones, else as a question mark. */
export function encodeLatin9(text: string): Buffer {
  const signs = [...text.normalize("NFC")].flatMap((sign) => [...transliterate(sign)]);
  return Buffer.from(signs.map((sign) => byteOf(sign) ?? 0x3f));
}

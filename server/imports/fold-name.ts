/** Names are compared without case, accents and spaces. Signs count, because `A+` is not `A-`. */
export const foldName = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

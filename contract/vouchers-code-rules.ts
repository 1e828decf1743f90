/** Codes of gift vouchers: 12 signs of Crockford's base 32, which leaves out what is read as another sign. Pure. */

/** Digits and capitals without I, L, O and U. */
export const CODE_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const CODE_LENGTH = 12;

/**
 * A code as it was typed, as it is kept: spaces and hyphens are left out, O is a zero, I and L are a one.
 * @returns null for what is no code
 */
export function parseVoucherCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/[\s\-‐‑–—]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  return code.length === CODE_LENGTH && [...code].every((sign) => CODE_SIGNS.includes(sign)) ? code : null;
}

/** `7K2M-9QXA-4TGH` */
export const formatVoucherCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

/** The last signs, by which people tell one from another without being able to use it. */
export const codeEndOf = (code: string): string => code.slice(-4);

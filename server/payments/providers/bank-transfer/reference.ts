/** References of bank transfers: short enough to type, of signs that nobody mistakes for one another. */

/** Crockford's base 32: without I, L, O and U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;

/** The same for the same payment: ten signs of the random end of its id, in two groups. @param paymentId a UUID v7 */
export function referenceOf(paymentId: string): string {
  let rest = BigInt(`0x${paymentId.replaceAll("-", "").slice(-13)}`);
  let text = "";
  while (text.length < LENGTH) {
    text = ALPHABET.charAt(Number(rest % 32n)) + text;
    rest /= 32n;
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

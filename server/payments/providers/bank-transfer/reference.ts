/** Crockford's base 32, without I, L, O and U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;

/** Derives ten characters from the random end of the id, always the same for a payment. @param paymentId UUID v7 */
export function referenceOf(paymentId: string): string {
  let rest = BigInt(`0x${paymentId.replaceAll("-", "").slice(-13)}`);
  let text = "";
  while (text.length < LENGTH) {
    text = ALPHABET.charAt(Number(rest % 32n)) + text;
    rest /= 32n;
  }
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

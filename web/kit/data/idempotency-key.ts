/**
 * Makes keys for `Idempotency-Key`: the same form values keep their key however often they are sent, so that two clicks book
 * once; changed values get a new one.
 */
export function createIdempotencyKeys(): (values: unknown) => string {
  let last = { text: "", key: "" };
  return (values) => {
    const text = JSON.stringify(values);
    if (text !== last.text) last = { text, key: randomKey() };
    return last.key;
  };
}

// crypto.randomUUID needs a secure origin, which a club's own server may not be.
const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

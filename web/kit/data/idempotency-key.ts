/** Makes keys for the header `Idempotency-Key`: equal form values keep their key, so that two clicks book once. */
export function createIdempotencyKeys(): (values: unknown) => string {
  let last = { text: "", key: "" };
  return (values) => {
    const text = JSON.stringify(values);
    if (text !== last.text) last = { text, key: randomKey() };
    return last.key;
  };
}

// `crypto.randomUUID` needs HTTPS, which a club's own server may not have.
const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Names what is being sent, for `Idempotency-Key`: the same filling of a form has the same name however often it is sent,
 * so that two clicks book once; anything changed has another.
 */
export function fillKeys(): (filled: unknown) => string {
  let last = { filled: "", key: "" };
  return (filled) => {
    const text = JSON.stringify(filled);
    if (text !== last.filled) last = { filled: text, key: randomName() };
    return last.key;
  };
}

// Not crypto.randomUUID: browsers offer that on secure origins alone, and a club's own server may be none.
const randomName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

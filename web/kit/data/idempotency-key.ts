/** Idempotency keys of forms: a double click or a repeated submit books and pays once. */
import { createRandomUuid } from "./random-uuid.ts";

/** Makes keys for the header `Idempotency-Key`: equal form values keep their key, so that two clicks book once. */
export function createIdempotencyKeys(): (values: unknown) => string {
  let last = { text: "", key: "" };
  return (values) => {
    const text = JSON.stringify(values);
    if (text !== last.text) last = { text, key: createRandomUuid() };
    return last.key;
  };
}

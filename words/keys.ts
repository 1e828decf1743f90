/** Written by `npm run generate` from `en.json`: every key of the words, and the parameters of its text. */
export interface Words {
  "kit.conflict": Record<never, never>;
  "kit.forbidden": { perm: string | number };
  "kit.idempotencyMismatch": Record<never, never>;
  "kit.invalid": Record<never, never>;
  "kit.invalidDate": Record<never, never>;
  "kit.invalidEmail": Record<never, never>;
  "kit.invalidFormat": Record<never, never>;
  "kit.invalidNumber": Record<never, never>;
  "kit.invalidOption": Record<never, never>;
  "kit.invalidPhone": Record<never, never>;
  "kit.invalidValue": Record<never, never>;
  "kit.invalidWhole": Record<never, never>;
  "kit.malformed": Record<never, never>;
  "kit.max": { max: string | number };
  "kit.maxItems": { max: string | number };
  "kit.maxLength": { max: string | number };
  "kit.min": { min: string | number };
  "kit.minItems": { min: string | number };
  "kit.minLength": { min: string | number };
  "kit.notFound": Record<never, never>;
  "kit.nothingToChange": Record<never, never>;
  "kit.page": { page: string | number; totalPages: string | number; count: number };
  "kit.required": Record<never, never>;
  "kit.signedOut": Record<never, never>;
  "kit.tooLarge": Record<never, never>;
  "kit.tooMany": { seconds: string | number };
  "kit.unavailable": Record<never, never>;
  "kit.unknownField": Record<never, never>;
  "kit.unverified": Record<never, never>;
  "kit.wrong": Record<never, never>;
  "kit.wrongMediaType": Record<never, never>;
}

export type WordKey = keyof Words;

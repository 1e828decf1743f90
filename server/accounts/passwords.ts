/** Password hashing (argon2id, two at a time) and password strength. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { type LocalizedMessage, invalidFields, message } from "#server/kit/http/http-error.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** OWASP's recommendation: 19 MiB, two passes, one lane. */
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const HASH_CONCURRENCY = 2;

let runningHashes = 0;
const waitingHashes: (() => void)[] = [];

/** Each hash takes 19 MiB and a core for about 20 ms: many logins at once must not block the machine. */
async function limitHashing<T>(work: () => Promise<T>): Promise<T> {
  // A finished hash passes its slot to the first in the queue, which keeps their order.
  if (runningHashes >= HASH_CONCURRENCY) await new Promise<void>((next) => waitingHashes.push(next));
  else runningHashes += 1;
  try {
    return await work();
  } finally {
    const next = waitingHashes.shift();
    if (next) next();
    else runningHashes -= 1;
  }
}

/** Different keyboards may encode the same characters differently. */
const normalizePassword = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> =>
  limitHashing(() => hash(normalizePassword(password), hashCost));

let dummyHash: Promise<string> | undefined;

/** Takes the same time without a stored hash, so that callers cannot learn whether the account exists. */
export async function isCorrectPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(16).toString("hex"));
  const against = stored ?? (await dummyHash);
  const isSame = await limitHashing(() => verify(against, normalizePassword(password)));
  return isSame && stored !== undefined;
}

export function isOutdatedHash(stored: string): boolean {
  const [, memory = "0", time = "0", lanes = "0"] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? [];
  return (
    !stored.startsWith("$argon2id$") ||
    Number(memory) < hashCost.memoryCost ||
    Number(time) < hashCost.timeCost ||
    Number(lanes) < hashCost.parallelism
  );
}

export function findPasswordWeakness(password: string, email: string): LocalizedMessage | undefined {
  const normalized = normalizePassword(password).toLowerCase();
  const local = email.split("@")[0] ?? "";
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  if (normalized === email || bare(normalized) === bare(email) || bare(normalized) === bare(local))
    return message("accounts.passwordIsEmail");
  return isCommonPassword(normalized) ? message("accounts.passwordCommon") : undefined;
}

export function assertStrongPassword(password: string, email: string): void {
  const wrong = findPasswordWeakness(password, email);
  if (wrong) throw invalidFields({ password: [wrong] });
}

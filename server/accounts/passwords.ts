/** Passwords: hashing (argon2id, two at once at most) and strength (policy): none that everybody uses. */
import { randomBytes, timingSafeEqual } from "node:crypto";
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

/** Takes the same time without a stored hash (timing attack), so that callers cannot learn whether the account exists. */
export async function isCorrectPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(16).toString("hex"));
  const against = stored ?? (await dummyHash);
  const isSame = await limitHashing(() => verify(against, normalizePassword(password)));
  return isSame && stored !== undefined;
}

const parseHash = (stored: string) => {
  const [, memory = "0", time = "0", lanes = "0"] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? [];
  const salt = Buffer.from(stored.split("$").at(-2) ?? "", "base64");
  return { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(lanes), salt };
};
/** The cost and the salt of a hash, as it is stored. */
const hashPrefix = (stored: string) => stored.slice(0, stored.lastIndexOf("$") + 1);
const hashLike = (stored: string, password: string): Promise<string> =>
  limitHashing(() => hash(normalizePassword(password), parseHash(stored)));

/**
 * Hashes the password of a registration.
 * @param others hashes of registrations that wait for the same address to be confirmed. They share their salt, so that
 * signing in tries all of them with one hash and its time does not tell how many there are.
 */
export const hashNewPassword = (password: string, others: readonly string[]): Promise<string> => {
  const like = others.find((other) => !isOutdatedHash(other));
  return like === undefined ? hashPassword(password) : hashLike(like, password);
};

/** Finds the hash of a password among those of one address. Takes the same time if there are none. */
export async function findCorrectHash(stored: readonly string[], password: string): Promise<string | undefined> {
  const byPrefix = [...Map.groupBy(stored, hashPrefix).values()];
  if (byPrefix.length === 0) await isCorrectPassword(undefined, password);
  for (const group of byPrefix) {
    const given = Buffer.from(await hashLike(group[0] ?? "", password));
    const found = group.find((one) => one.length === given.length && timingSafeEqual(Buffer.from(one), given));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a hash was made with less than today's cost: the next sign-in makes it again. */
export function isOutdatedHash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseHash(stored);
  return (
    !stored.startsWith("$argon2id$") ||
    memoryCost < hashCost.memoryCost ||
    timeCost < hashCost.timeCost ||
    parallelism < hashCost.parallelism
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

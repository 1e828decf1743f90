/** Passwords: argon2id, two at once at most, and none that everybody uses. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { type Saying, invalid, say } from "#server/kit/problem.ts";
import { isCommon } from "./common-passwords.ts";

/** As OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Each hash takes 19 MiB and a core for some 20 ms: a flood of sign-ins must not take the whole machine. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // A turn is handed over, not freed and fought for, so nobody waits longer than those who came before.
  if (running >= atOnce) await new Promise<void>((next) => waiting.push(next));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The same characters typed on another keyboard are the same password. */
const normal = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normal(password), cost));

let dummy: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Takes the same time where nothing was hashed: who asks cannot tell
 * whether the account exists.
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword(randomBytes(16).toString("hex"));
  const against = stored ?? (await dummy);
  const isSame = await inTurn(() => verify(against, normal(password)));
  return isSame && stored !== undefined;
}

/** Whether a hash was made with less than today's cost: the next sign-in makes it again. */
export function isOutdated(stored: string): boolean {
  const [, memory = "0", time = "0", lanes = "0"] = /\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? [];
  return (
    !stored.startsWith("$argon2id$") ||
    Number(memory) < cost.memoryCost ||
    Number(time) < cost.timeCost ||
    Number(lanes) < cost.parallelism
  );
}

/** What is wrong with a new password beyond its length, which the contract checks. */
export function complaint(password: string, email: string): Saying | undefined {
  const given = normal(password).toLowerCase();
  const local = email.split("@")[0] ?? "";
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  if (given === email || bare(given) === bare(email) || bare(given) === bare(local))
    return say("accounts.passwordIsEmail");
  return isCommon(given) ? say("accounts.passwordCommon") : undefined;
}

/** @throws Problem 422 beside `password` */
export function refuseWeak(password: string, email: string): void {
  const wrong = complaint(password, email);
  if (wrong) throw invalid({ password: [wrong] });
}

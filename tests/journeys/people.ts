/** Who makes the journeys: the demo's accounts, and newcomers who register. */
import { findMail, linkIn } from "./mails.ts";

export const accountNames = ["admin", "owner", "manager", "staff", "member"] as const;
export type AccountName = (typeof accountNames)[number];
export const demoPassword = "demo-password-1";
export const emailOf = (name: AccountName): string => `${name}@demo.test`;

/** A session of a demo account that all journeys share: none of them may end it. */
export function tokenOf(name: AccountName): string {
  const tokens = JSON.parse(process.env.JOURNEYS_TOKENS ?? "{}") as Partial<Record<AccountName, string>>;
  const token = tokens[name];
  if (!token) throw new Error(`${name} was not signed in by the setup`);
  return token;
}

interface Asked {
  token?: string;
  body?: unknown;
}

let addresses = 0;
/**
 * What a proxy would tell of somebody at an address of their own: people come from all over, and from one address only so
 * many may register, sign in or confirm. A journey through those limits asks from one browser.
 */
export function fromElsewhere(): { "x-forwarded-for": string } {
  addresses += 1;
  // Workers run at once; the setup is none of them.
  const worker = Number(process.env.TEST_WORKER_INDEX ?? -1) + 1;
  return { "x-forwarded-for": `10.${worker % 256}.${addresses >> 8}.${addresses % 256}` };
}

/**
 * Asks the API, for what a journey takes for granted; each time from elsewhere.
 * @throws what the server answered, when it refused
 */
export async function ask<Data>(method: string, path: string, { token, body }: Asked = {}): Promise<{ data: Data }> {
  const response = await fetch(`${process.env.JOURNEYS_URL}/api/v1${path}`, {
    method,
    headers: {
      "accept-language": "en",
      ...fromElsewhere(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer as { data: Data };
}

export interface Newcomer {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

let count = 0;
/** Somebody whom nobody knows yet. */
export function newcomer(firstName = "Nadia"): Newcomer {
  count += 1;
  const email = `${firstName.toLowerCase()}.${process.pid}.${count}@journeys.test`;
  return { firstName, lastName: "Vasseur", email, password: "a court at half past six" };
}

/** Registers somebody, and confirms their address as the mail asks. @returns a token of their own */
export async function settle(person: Newcomer): Promise<string> {
  const token = await register(person);
  const link = linkIn(await findMail(person.email, "accounts.verification"), "/auth/verify-email");
  await ask("POST", "/auth/verify-email/confirm", { body: { token: link.searchParams.get("token") } });
  return token;
}

/** Registers somebody whose address stays unconfirmed. @returns a token of their own */
export async function register({ firstName, lastName, email, password }: Newcomer): Promise<string> {
  const body = { firstName, lastName, email, password, confirmPassword: password };
  const { data } = await ask<{ access_token: string }>("POST", "/auth/register", { body });
  return data.access_token;
}

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

/**
 * Asks the API, for what a journey takes for granted.
 * @throws what the server answered, when it refused
 */
export async function ask<Data>(method: string, path: string, { token, body }: Asked = {}): Promise<{ data: Data }> {
  const response = await fetch(`${process.env.JOURNEYS_URL}/api/v1${path}`, {
    method,
    headers: {
      "accept-language": "en",
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

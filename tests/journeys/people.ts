/** People of the journeys: the demo's accounts, and new registrations. */
import { findMail, findLink } from "./mails.ts";

export const accountNames = ["admin", "owner", "manager", "staff", "member"] as const;
export type AccountName = (typeof accountNames)[number];
export const demoPassword = "demo-password-1";
export const demoEmail = (name: AccountName): string => `${name}@demo.test`;

/** A session of a demo account that all journeys share: none of them may end it. */
export function demoToken(name: AccountName): string {
  const tokens = JSON.parse(process.env.JOURNEYS_TOKENS ?? "{}") as Partial<Record<AccountName, string>>;
  const token = tokens[name];
  if (!token) throw new Error(`${name} was not signed in by the setup`);
  return token;
}

interface CallApiOptions {
  token?: string;
  body?: unknown;
}

let addressCount = 0;
/**
 * A forwarded address as a proxy sends it: the limits on registering, signing in and confirming count by address. A journey
 * through those limits uses one address.
 */
export function uniqueForwardedFor(): { "x-forwarded-for": string } {
  addressCount += 1;
  // Workers run at once; the setup is none of them.
  const worker = Number(process.env.TEST_WORKER_INDEX ?? -1) + 1;
  return { "x-forwarded-for": `10.${worker % 256}.${addressCount >> 8}.${addressCount % 256}` };
}

/**
 * Asks the API, for what a journey takes for granted; each time from elsewhere.
 * @throws what the server answered, when it refused
 */
export async function callApi<Data>(
  method: string,
  path: string,
  { token, body }: CallApiOptions = {},
): Promise<{ data: Data }> {
  const response = await fetch(`${process.env.JOURNEYS_URL}/api/v1${path}`, {
    method,
    headers: {
      "accept-language": "en",
      ...uniqueForwardedFor(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer as { data: Data };
}

export interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

let personCount = 0;
/** Somebody whom nobody knows yet. */
export function createNewPerson(firstName = "Nadia"): NewPerson {
  personCount += 1;
  const email = `${firstName.toLowerCase()}.${process.pid}.${personCount}@journeys.test`;
  return { firstName, lastName: "Vasseur", email, password: "a court at half past six" };
}

/** Registers somebody, and confirms their address as the mail asks. @returns a token of their own */
export async function registerConfirmed(person: NewPerson): Promise<string> {
  const token = await register(person);
  const link = findLink(await findMail(person.email, "accounts.verification"), "/auth/verify-email");
  await callApi("POST", "/auth/verify-email/confirm", { body: { token: link.searchParams.get("token") } });
  return token;
}

/** Registers somebody whose address stays unconfirmed. @returns a token of their own */
export async function register({ firstName, lastName, email, password }: NewPerson): Promise<string> {
  const body = { firstName, lastName, email, password, confirmPassword: password };
  const { data } = await callApi<{ access_token: string }>("POST", "/auth/register", { body });
  return data.access_token;
}

/** Accounts of journeys, sign-in, and calls of the API. */
import { findMail, findLink } from "./mails.ts";

export const accountNames = ["admin", "owner", "manager", "staff", "member"] as const;
export type AccountName = (typeof accountNames)[number];
export const demoPassword = "demo-password-1";
export const demoEmail = (name: AccountName): string => `${name}@demo.test`;

/** All journeys share the session of a demo account: none may end it. */
export function demoToken(name: AccountName): string {
  const tokens = JSON.parse(process.env.JOURNEYS_TOKENS ?? "{}") as Partial<Record<AccountName, string>>;
  const token = tokens[name];
  if (!token) throw new Error(`${name} was not signed in by the setup`);
  return token;
}

/** State of a browser in which somebody is signed in. */
export const signedInState = (token: string, origin: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: "access_token", value: token }] }],
});

/** Keeps the tokens in the environment, for the workers. */
export async function signInDemoAccounts(): Promise<void> {
  const tokens: Partial<Record<AccountName, string>> = {};
  for (const name of accountNames) {
    const body = { email: demoEmail(name), password: demoPassword };
    const { data } = await callApi<{ access_token: string }>("POST", "/auth/login", { body });
    tokens[name] = data.access_token;
  }
  process.env.JOURNEYS_TOKENS = JSON.stringify(tokens);
}

interface CallApiOptions {
  token?: string;
  body?: unknown;
}

let addressCount = 0;
/** Rate limits count by client address, so each call gets its own. Journeys that test the limits use one address. */
export function uniqueForwardedFor(): { "x-forwarded-for": string } {
  addressCount += 1;
  // Workers run in parallel; the setup is not a worker.
  const worker = Number(process.env.TEST_WORKER_INDEX ?? -1) + 1;
  return { "x-forwarded-for": `10.${worker % 256}.${addressCount >> 8}.${addressCount % 256}` };
}

/** Each call comes from another client address, because of rate limits. */
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
export function createNewPerson(firstName = "Nadia"): NewPerson {
  personCount += 1;
  const email = `${firstName.toLowerCase()}.${process.pid}.${personCount}@journeys.test`;
  return { firstName, lastName: "Vasseur", email, password: "a court at half past six" };
}

/** @returns an access token */
export async function registerConfirmed(person: NewPerson): Promise<string> {
  const token = await register(person);
  const link = findLink(await findMail(person.email, "accounts.verification"), "/auth/verify-email");
  await callApi("POST", "/auth/verify-email/confirm", { token, body: { token: link.searchParams.get("token") } });
  return token;
}

/** @returns an access token */
export async function register({ firstName, lastName, email, password }: NewPerson): Promise<string> {
  const body = { firstName, lastName, email, password, confirmPassword: password };
  const { data } = await callApi<{ access_token: string }>("POST", "/auth/register", { body });
  return data.access_token;
}

/** The calls of a club's day against a server with the demo: lists, searches, the planning, bookings, live streams. */
import { seededRandom } from "#server/demo/random.ts";

const PASSWORD = "demo-password-1";
const CONNECTIONS = 8;

export interface MixedLoad {
  /** Sends `count` calls over 8 connections. @throws Error for an answer that is neither a success nor an overlap */
  send(count: number): Promise<void>;
}

export async function openMixedLoad(origin: string): Promise<MixedLoad> {
  const request = async (method: string, path: string, body?: object, token = "") => {
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as { data?: unknown } };
  };
  const signIn = async (name: string) => {
    const { body } = await request("POST", "/auth/login", { email: `${name}@demo.test`, password: PASSWORD });
    return (body.data as { access_token: string }).access_token;
  };
  const [owner, admin] = [await signIn("owner"), await signIn("admin")];
  // The first mail loads the code that renders mails: not in the middle of a measurement, with the first reminder.
  await request("POST", "/auth/password/forgot", { email: "owner@demo.test" });
  const read = async (path: string, token = owner) => {
    const { status, body } = await request("GET", path, undefined, token);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  };
  const [club] = (await read("/organizations/search?q=berges")) as { id: string }[];
  const inClub = (rest: string) => `/organizations/${club?.id}${rest}`;
  const fields = (await read(inClub("/fields/search"))) as { id: string }[];
  const random = seededRandom("mixed load");
  const dayAhead = () => Temporal.Now.plainDateISO().add({ days: random.integer(1, 20) });

  const book = async () => {
    const start = dayAhead().toZonedDateTime({ timeZone: "Europe/Paris", plainTime: { hour: random.integer(9, 19) } });
    const draft = { fieldId: random.pick(fields).id, startTime: start.toInstant().toString(), duration: 60 };
    const { status, body } = await request(
      "POST",
      inClub("/events"),
      { ...draft, name: "Load", type: "other", override: true },
      owner,
    );
    if (![201, 409, 422].includes(status)) throw new Error(`POST events: ${status} ${JSON.stringify(body)}`);
  };
  const listen = async () => {
    const stop = new AbortController();
    await fetch(`${origin}/api/v1${inClub("/live")}`, {
      headers: { authorization: `Bearer ${owner}` },
      signal: stop.signal,
    });
    stop.abort();
  };
  const calls: readonly (() => Promise<unknown>)[] = [
    () => read(inClub("/events")),
    () => read(inClub(`/events?q=${random.pick(["laurent", "tennis", "court 3"])}&page=${random.integer(1, 5)}`)),
    () => read(inClub("/payments")),
    () => read(inClub("/users")),
    () => read("/organizations/all/events", admin),
    () => read("/admin/users?q=martin", admin),
    () => read(inClub("/overview")),
    async () => {
      const date = dayAhead().toString();
      await read(inClub(`/planning?from=${date}&to=${date}`));
      await read(inClub(`/availability?date=${date}`));
    },
    book,
    listen,
  ];
  return {
    async send(count) {
      let left = count;
      const work = async () => {
        while (left-- > 0) await random.pick(calls)();
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, work));
    },
  };
}

/** Load of bookings, cash payments with their invoices, and invitations with their mails, that keeps a ledger of what was acknowledged. */
import { Agent, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import { createLedger, type Ledger } from "./ledger.ts";

export interface Answer {
  /** 0: none. */
  status: number;
  ms: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- callers read any member
  body: any;
}

export interface Call {
  method?: string;
  path: string;
  body?: object;
  token?: string;
  /** Makes a retry of an answer that was lost the same booking. */
  key?: string;
  timeoutMs?: number;
}

const CALL_TIMEOUT_MS = 40_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** @returns status 0 where no answer came: it never rejects */
export function send(
  origin: string,
  { method = "GET", path, body, token, key, timeoutMs = CALL_TIMEOUT_MS }: Call,
): Promise<Answer> {
  const startedAt = performance.now();
  const text = body && JSON.stringify(body);
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    ...(key && { "idempotency-key": key }),
  };
  return new Promise((resolve) => {
    const end = (status: number, answer: unknown) =>
      resolve({ status, ms: performance.now() - startedAt, body: answer });
    const request = httpRequest(`${origin}${path}`, { method, headers, agent }, (response) => {
      let received = "";
      response.setEncoding("utf8").on("data", (part: string) => (received += part));
      response.on("error", () => end(0, undefined));
      response.on("close", () =>
        response.complete ? end(response.statusCode ?? 0, parse(received)) : end(0, undefined),
      );
    });
    request.setTimeout(timeoutMs, () => request.destroy());
    request.on("error", () => end(0, undefined)).end(text);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface Load {
  ledger: Ledger;
  statuses: Record<string, number>;
  /** Milliseconds of the calls that were answered. */
  times: number[];
  /** Waits for a booking that is sent and acknowledged after this call. @returns seconds; undefined if none came in time */
  untilBooked(timeoutSeconds?: number): Promise<number | undefined>;
  /** Stops after the calls under way. */
  stop(): Promise<void>;
}

interface LoadOptions {
  /** Servers in turn: a call that is not answered goes on to the next one. */
  origins: readonly string[];
  lanes?: number;
  pauseMs?: number;
}

const PRICE = 1500;
const RETRY_PAUSE_MS = 100;
const RETRY_SECONDS = 120;
const FIRST_DAY = 30;
const HOURS = Array.from({ length: 12 }, (_, index) => 9 + index);
let loads = 0;

async function signIn(origin: string, name: string): Promise<string> {
  const credentials = { email: `${name}@demo.test`, password: DEMO_PASSWORD };
  const { status, body } = await send(origin, { method: "POST", path: "/api/v1/auth/login", body: credentials });
  if (status !== 200) throw new Error(`Sign-in answered ${status}: ${JSON.stringify(body)}`);
  return body.data.access_token;
}

export interface Club {
  path: string;
  fieldIds: string[];
  owner: string;
  admin: string;
}

/** Signs in to the demo's tennis club. */
export async function openClub(origin: string): Promise<Club> {
  const [owner, admin] = [await signIn(origin, "owner"), await signIn(origin, "admin")];
  const read = async (path: string) => (await send(origin, { path, token: owner })).body.data as { id: string }[];
  const [club] = await read("/api/v1/organizations/search?q=berges");
  if (!club) throw new Error("The demo has no tennis club");
  const path = `/api/v1/organizations/${club.id}`;
  const fields = await read(`${path}/fields/search`);
  return { path, owner, admin, fieldIds: fields.map(({ id }) => id) };
}

/** Starts the load. Each lane has a field of its own, and each load days of its own. */
export function startLoad(
  { path, owner, admin, fieldIds }: Club,
  { origins, lanes = 4, pauseMs = 0 }: LoadOptions,
): Load {
  const ledger = createLedger();
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const load = ++loads;
  let isOn = true;
  let turn = 0;
  /** When the last call was sent that was acknowledged as a booking. */
  let lastSentAt = -Infinity;

  async function sendOnce(call: Call): Promise<Answer> {
    const origin = origins[turn % origins.length] ?? "";
    const answer = await send(origin, { method: "POST", ...call });
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status > 0) times.push(answer.ms);
    if (answer.status === 0 || answer.status >= 500) turn += 1;
    return answer;
  }

  /** Repeats with the same key until the answer is clear. @returns undefined if it never was */
  async function insist(call: Call & { key: string }): Promise<Answer | undefined> {
    const deadline = performance.now() + RETRY_SECONDS * 1000;
    while (performance.now() < deadline) {
      const sentAt = performance.now();
      const answer = await sendOnce(call);
      if (answer.status === 201) lastSentAt = Math.max(lastSentAt, sentAt);
      if (answer.status > 0 && answer.status < 500 && answer.status !== 429) return answer;
      await sleep(RETRY_PAUSE_MS);
    }
    return undefined;
  }

  async function book(lane: number, count: number): Promise<string | undefined> {
    const hour = HOURS[count % HOURS.length] ?? 9;
    const day = FIRST_DAY + load * 40 + Math.floor(count / HOURS.length);
    const start = Temporal.Now.plainDateISO("UTC")
      .add({ days: day })
      .toZonedDateTime({ timeZone: "UTC", plainTime: { hour } });
    const name = `Fault ${process.pid}-${load}-${lane}-${count}`;
    const draft = {
      fieldId: fieldIds[lane % fieldIds.length],
      startTime: start.toInstant().toString(),
      duration: 60,
      name,
    };
    const body = { ...draft, type: "other", price: PRICE, override: true, customer: { name: "Fault" } };
    const answer = await insist({ path: `${path}/events`, body, token: owner, key: name });
    if (answer?.status !== 201) return undefined;
    ledger.bookings.set(name, answer.body.data.id);
    return answer.body.data.id;
  }

  async function pay(eventId: string): Promise<void> {
    const body = { method: "cash", amount: PRICE };
    const answer = await insist({
      path: `${path}/events/${eventId}/payments`,
      body,
      token: owner,
      key: `pay ${eventId}`,
    });
    if (answer?.status === 201) ledger.payments.set(answer.body.data.id, { eventId, amount: PRICE });
  }

  /** Without a retry: a second invitation would be a second mail. */
  async function invite(lane: number, count: number): Promise<void> {
    const email = `fault-${process.pid}-${load}-${lane}-${count}@demo.test`;
    const body = { type: "customer", role: 4, emails: [email] };
    const answer = await sendOnce({ path: `${path}/users`, body, token: admin });
    if (answer.status === 201 && answer.body.data[0]?.outcome === "invited") ledger.mails.add(email);
  }

  const working = Array.from({ length: lanes }, async (_, lane) => {
    for (let count = 0; isOn; count += 1) {
      const eventId = await book(lane, count);
      if (eventId && count % 2 === 0) await pay(eventId);
      if (count % 4 === 0) await invite(lane, count);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  });

  return {
    ledger,
    statuses,
    times,
    async untilBooked(timeoutSeconds = 60) {
      const from = performance.now();
      while (lastSentAt < from) {
        if (performance.now() - from > timeoutSeconds * 1000) return undefined;
        await sleep(10);
      }
      return (performance.now() - from) / 1000;
    },
    async stop() {
      isOn = false;
      await Promise.all(working);
    },
  };
}

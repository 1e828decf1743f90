/** Slow and dead services of others: mail server, file store, address search, payment provider. Bookings go on. */
import { setTimeout as sleep } from "node:timers/promises";
import { createTestBucket } from "#tests/support/test-bucket.ts";
import { createTestNetwork } from "#tests/support/test-network.ts";
import { type TestBed, openTestBed, uploadPhoto } from "./test-bed.ts";
import { type Answer, send } from "./load.ts";
import { type MailFault, openSilentServer } from "./mail-sink.ts";
import { failToRun, type FaultResult } from "./report.ts";
import { listUnexpectedErrors } from "./server-process.ts";

const SECONDS = 10;
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

interface Probe {
  /** During the fault: a call that needs the service. */
  ask?: (bed: TestBed) => Promise<Answer>;
  /** @returns what is wrong with the answer */
  judge?: (answer: Answer) => string[];
  end?: () => Promise<void> | void;
  /** The answer to a mail that was taken can be lost: it may then be sent twice. */
  mayRepeatMails?: boolean;
}

async function measure(
  bed: TestBed,
  fault: string,
  begin: () => Promise<void> | void,
  probe: Probe,
): Promise<FaultResult> {
  const calm = bed.startLoad({ lanes: 2, pauseMs: 50 });
  await sleep(3000);
  await calm.stop();
  await begin();
  const load = bed.startLoad({ lanes: 2, pauseMs: 50 });
  const [answer] = await Promise.all([probe.ask?.(bed), sleep(SECONDS * 1000)]);
  const isBooked = (await load.untilBooked(10)) !== undefined;
  await load.stop();
  await probe.end?.();
  const endedAt = performance.now();
  await bed.mailSink.untilDelivered(calm.ledger.mails);
  const comparison = await bed.compare(load.ledger, probe.mayRepeatMails);
  const recovery = (performance.now() - endedAt) / 1000;
  const repeated = probe.mayRepeatMails ? bed.countRepeatedMails(load.ledger) : 0;
  const notes = [
    ...(repeated > 0 ? [`${repeated} mails delivered twice: their answers were lost`] : []),
    `a write took ${median(load.times).toFixed(0)} ms, before it ${median(calm.times).toFixed(0)} ms (medians)`,
    ...(answer ? [`what needs it: ${answer.status} after ${(answer.ms / 1000).toFixed(1)} s`] : []),
    `all mails delivered ${recovery.toFixed(0)} s after the end`,
  ];
  const faults = [
    ...(isBooked ? [] : ["no bookings meanwhile"]),
    ...(answer && probe.judge ? probe.judge(answer) : []),
    ...listUnexpectedErrors([bed.server]),
  ];
  return { ...comparison, fault, rounds: 1, statuses: load.statuses, recoveries: [], notes, faults };
}

const wants = (statuses: readonly number[], maxSeconds: number) => (answer: Answer) => [
  ...(statuses.includes(answer.status) ? [] : [`answered ${answer.status}: ${JSON.stringify(answer.body)}`]),
  ...(answer.ms > maxSeconds * 1000 ? [`answered after ${(answer.ms / 1000).toFixed(1)} s`] : []),
];

async function mailFaults(): Promise<FaultResult[]> {
  const bed = await openTestBed();
  try {
    const set = (fault: MailFault) => () => bed.mailSink.set(fault);
    const end = set("none");
    return [
      await measure(bed, "mail server slow (5 s a mail)", set("slow"), { end }),
      await measure(bed, "mail server refuses", set("refusing"), { end }),
      await measure(bed, "mail server silent", set("silent"), { end, mayRepeatMails: true }),
      await measure(bed, "mail server away", set("away"), { end, mayRepeatMails: true }),
    ];
  } finally {
    await bed.close();
  }
}

async function storeFaults(): Promise<FaultResult[]> {
  const bucket = await createTestBucket();
  const network = await createTestNetwork(bucket.env["S3_ENDPOINT"] ?? "");
  const bed = await openTestBed({ env: { ...bucket.env, S3_ENDPOINT: network.url.replace(/\/$/, "") } });
  try {
    const before = await uploadPhoto(bed);
    if (before.status !== 201) throw new Error(`An upload answered ${before.status}: ${JSON.stringify(before.body)}`);
    const probe: Probe = { ask: uploadPhoto, end: network.mend };
    const dead = await measure(bed, "file store away", network.cut, { ...probe, judge: wants([503], 15) });
    const silent = await measure(bed, "file store silent", network.silence, { ...probe, judge: wants([503], 40) });
    const after = await uploadPhoto(bed);
    return [
      dead,
      after.status === 201 ? silent : { ...silent, faults: [...silent.faults, `${after.status} after it`] },
    ];
  } finally {
    await bed.close();
    await network.close();
    await bucket.close();
  }
}

async function addressFaults(): Promise<FaultResult[]> {
  const silent = await openSilentServer();
  const env = { ADDRESS_PROVIDERS: "geopf,local", GEOPF_URL: `http://127.0.0.1:${silent.port}` };
  const bed = await openTestBed({ env });
  const ask = ({ server, club }: TestBed) =>
    send(server.origin, { path: "/api/v1/places/autocomplete?q=Lyon", token: club.owner });
  const judge = (answer: Answer) => [
    ...wants([200], 5)(answer),
    ...(JSON.stringify(answer.body).includes("Lyon") ? [] : ["the built-in list was not asked"]),
  ];
  try {
    const quiet = await measure(bed, "address search silent", () => {}, { ask, judge });
    const dead = await measure(bed, "address search away", silent.close, { ask, judge });
    return [quiet, dead];
  } finally {
    await bed.close();
    await silent.close();
  }
}

/** A booking that is due, and the page to pay it on. */
async function openCheckout({ server, club }: TestBed): Promise<Answer> {
  const start = Temporal.Now.plainDateISO("UTC")
    .add({ days: 25 })
    .toZonedDateTime({ timeZone: "UTC", plainTime: { hour: 5 } });
  const startTime = start
    .add({ hours: Math.floor(Math.random() * 14) })
    .toInstant()
    .toString();
  const draft = {
    fieldId: club.fieldIds.at(-1),
    startTime,
    duration: 60,
    name: "Checkout",
    type: "other",
    override: true,
  };
  const body = { ...draft, price: 1500, customer: { name: "Checkout" } };
  const booked = await send(server.origin, { method: "POST", path: `${club.path}/events`, body, token: club.owner });
  const path = `${club.path}/events/${booked.body?.data?.id}/checkout`;
  return send(server.origin, { method: "POST", path, body: {}, token: club.owner });
}

async function paymentFaults(): Promise<FaultResult[]> {
  const silent = await openSilentServer();
  const keys = { STRIPE_SECRET_KEY: "sk_test_faults", STRIPE_WEBHOOK_SECRET: "whsec_faults" };
  const bed = await openTestBed({ env: { ...keys, STRIPE_API_URL: `http://127.0.0.1:${silent.port}` } });
  const probe: Probe = { ask: openCheckout, judge: wants([503], 15) };
  try {
    const quiet = await measure(bed, "payment provider silent", () => {}, probe);
    return [quiet, await measure(bed, "payment provider away", silent.close, probe)];
  } finally {
    await bed.close();
    await silent.close();
  }
}

const services = { mail: mailFaults, store: storeFaults, address: addressFaults, payment: paymentFaults };

export async function externalSection(): Promise<FaultResult[]> {
  const results: FaultResult[] = [];
  for (const [name, run] of Object.entries(services))
    results.push(...(await run().catch((error: unknown) => [failToRun(`${name} service`, error)])));
  return results;
}

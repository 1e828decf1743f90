/** Archives of the receipt log: a month as ZIP, from which anybody computes the hashes again. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReceiptTotal } from "#contract/receipt-log.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import type { Person } from "#tests/support/test-app.ts";

const DAY_MS = 86_400_000;
let testBed: PaymentTestBed;
let club: TestClub;
let owner: Person;
let fieldId: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const { testApp } = testBed;
  club = await createTestClub(testApp, {}, await testApp.organization("Tennis Club de Lyon"));
  owner = await testApp.member(club.organizationId, 1);
  fieldId = await club.addField();
});
afterAll(() => testBed.close());

const download = async (scope: string, month: string, who = owner, method: "GET" | "HEAD" = "GET") =>
  testBed.testApp.app.inject({
    method,
    url: `/api/v1/organizations/${scope}/receipt-log/archive/${month}.zip`,
    headers: { authorization: `Bearer ${who.token}`, "accept-language": "fr" },
  });
const pay = async (amount: number) => {
  const startTime = new Date(Math.ceil(testBed.testApp.clock.now().getTime() / DAY_MS) * DAY_MS + 8 * 3_600_000);
  const draft = testBed.draft({ fieldId, startTime: startTime.toISOString(), price: amount, priceReason: "Agreed" });
  const { id } = (await club.manager("POST", club.path("/events"), draft)).body.data;
  await club.staff("POST", club.path(`/events/${id}/payments`), { method: "cash", amount });
};
const readTotals = async (period: string): Promise<ReceiptTotal[]> =>
  (await testBed.testApp.as(owner)("GET", club.path(`/receipt-log/totals?period=${period}`))).body.data;
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

interface Line {
  seq: number;
  at: string;
  kind: string;
  payload: string;
  prevSha256: string;
  sha256: string;
  signature?: string;
}
const readLines = (file: Buffer | undefined): Line[] =>
  (file?.toString() ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("a month that is over is a ZIP whose hashes and signatures anybody computes again, and each download is in the log", async () => {
  const { clock } = testBed.testApp;
  await pay(2400);
  clock.advance(DAY_MS);
  await pay(1500);
  const early = await testBed.testApp.as(owner)("GET", club.path("/receipt-log/archive/2026-06.zip"));
  expect([early.status, early.body.message]).toEqual([
    404,
    "This month is not over yet. Its archive is ready on the first of the next one.",
  ]);
  const refused = await download(club.organizationId, "2026-06");
  expect([refused.statusCode, refused.headers["content-disposition"]]).toEqual([404, undefined]);
  expect((await download(club.organizationId, "2026-06", owner, "HEAD")).statusCode).toBe(404);
  clock.set(new Date("2026-06-30T22:00:00Z"));
  owner = await testBed.testApp.member(club.organizationId, 1);
  expect((await download(club.organizationId, "2026-06", owner, "HEAD")).statusCode).toBe(200);
  expect(await readTotals("month")).toEqual([]);
  const answer = await download(club.organizationId, "2026-06");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-disposition"]).toContain("Journal-des-encaissements-2026-06.zip");
  const files = readZip(answer.rawPayload);
  const name = "Journal des encaissements 2026-06";
  expect(Object.keys(files)).toEqual([`${name}.jsonl`, `${name}.csv`, "LISEZ-MOI.txt", "SHA256SUMS"]);
  const { SHA256SUMS: sums, ...others } = files;
  const expected = Object.entries(others).map(([file, bytes]) => `${sha256(bytes)}  ${file}\n`);
  expect(sums?.toString()).toBe(expected.join(""));
  const lines = readLines(files[`${name}.jsonl`]);
  expect(lines.map(({ kind }) => kind)).toEqual([
    "start",
    "invoice",
    "payment",
    "day_total",
    "invoice",
    "payment",
    "day_total",
    "month_total",
  ]);
  let before = "0".repeat(64);
  for (const line of lines) {
    expect(line.prevSha256).toBe(before);
    expect(sha256([before, line.seq, line.at, line.kind, line.payload].join("\n"))).toBe(line.sha256);
    before = line.sha256;
    if (!line.signature) continue;
    const { publicKey } = JSON.parse(line.payload);
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), type: "spki", format: "der" });
    expect(verify(null, Buffer.from(line.sha256, "hex"), key, Buffer.from(line.signature, "base64"))).toBe(true);
  }
  const csv = files[`${name}.csv`]?.toString() ?? "";
  expect(csv).toContain("Numéro;Moment (Europe/Paris);Écriture;");
  expect(csv).toContain(';Total du mois;2026-06-01;;"39,00";"39,00";EUR;');
  expect(files["LISEZ-MOI.txt"]?.toString()).toContain("Tennis Club de Lyon, 2026-06");
  const [month] = await readTotals("month");
  expect(month).toMatchObject({
    ...{ from: "2026-06-01", entries: 5, payments: { count: 2, amount: 3900 }, total: 3900, perpetualTotal: 3900 },
    archive: { sha256: sha256(answer.rawPayload), bytes: answer.rawPayload.length },
  });
  expect((await readTotals("day")).map(({ from, total }) => [from, total])).toEqual([
    ["2026-06-02", 1500],
    ["2026-06-01", 2400],
  ]);
  const { body } = await testBed.testApp.as(owner)("GET", club.path("/receipt-log"));
  expect(body.data).toMatchObject({ isKept: true, entries: 9, lastAt: "2026-06-30T22:00:00.000Z" });
});

test("the next month has what follows, and a month without entries none; of the platform each organization has a folder", async () => {
  const { clock, as, member } = testBed.testApp;
  const team = as(await member(club.organizationId, 1));
  club = { ...club, manager: team, staff: team };
  await pay(1000);
  clock.set(new Date("2026-08-01T10:00:00Z"));
  owner = await testBed.testApp.member(club.organizationId, 1);
  const files = readZip((await download(club.organizationId, "2026-07")).rawPayload);
  const lines = readLines(files["Journal des encaissements 2026-07.jsonl"]);
  expect(lines.map(({ kind }) => kind)).toEqual(["archive", "invoice", "payment", "day_total", "month_total"]);
  const [may = Buffer.of()] = Object.values(readZip((await download(club.organizationId, "2026-05")).rawPayload));
  expect(may.length).toBe(0);
  const admin = await testBed.testApp.person({ platformAdmin: true });
  const everywhere = Object.keys(readZip((await download("all", "2026-07", admin)).rawPayload));
  const folder = `Tennis Club de Lyon ${club.organizationId.slice(-6)}`;
  expect(everywhere).toContain(`${folder}/Journal des encaissements 2026-07.jsonl`);
  const verified = await testBed.testApp.as(admin)("GET", "/organizations/all/receipt-log/verification");
  expect(verified.body.data).toMatchObject({ signatures: 5, broken: null });
});

import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { listTenantTables } from "#server/kit/db/tenant-tables.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { createTestApp, password, type Person, type TestApp } from "#tests/support/test-app.ts";
import type { CopyManifest } from "./copy-format.ts";
import { importOrganization } from "./import-organization.ts";
import { organizationTables } from "./organization-tables.ts";
import { openCopy } from "./read-copy.ts";

const day = 86_400_000;
let here: TestApp;
let there: TestApp;
let owner: Person;
let organizationId: string;
beforeAll(async () => {
  [here, there] = [await createTestApp(), await createTestApp()];
});
afterAll(async () => {
  await here.close();
  await there.close();
});
beforeEach(async () => {
  organizationId = await here.organization("Moving club");
  owner = await here.member(organizationId, 1);
});

const pathOf = (id: string, rest = "") => `/organizations/${id}/data-export${rest}`;
const read = async (app: TestApp, who: Person | string, id: string) => (await app.as(who)("GET", pathOf(id))).body.data;
const download = (app: TestApp, token: string, id: string, exportId: string) =>
  app.app.inject({
    url: `/api/v1${pathOf(id, `/${exportId}/file`)}`,
    headers: { authorization: `Bearer ${token}` },
  });
async function makeCopy(app: TestApp, token: string, id: string): Promise<Buffer> {
  expect((await app.as(token)("POST", pathOf(id))).status).toBe(200);
  await app.jobs.runAll();
  const made = await read(app, token, id);
  expect(made).toMatchObject({ state: "done", progress: made.steps });
  const { statusCode, rawPayload, headers } = await download(app, token, id, made.id);
  expect([statusCode, Number(headers["content-length"])]).toEqual([200, rawPayload.length]);
  return rawPayload;
}
const receive = (app: TestApp, zip: Buffer) =>
  importOrganization(openCopy(zip), { db: app.db, store: app.appContext.store, clock: app.clock, show: () => {} });

const linesOf = (content: Buffer | undefined): Record<string, unknown>[] =>
  (content?.toString() ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const manifestOf = (files: Record<string, Buffer>): CopyManifest =>
  JSON.parse(files["manifest.json"]?.toString() ?? "{}") as CopyManifest;

/** Sells a pack, and pays a booking with it. */
async function payWithPack(customerId: string): Promise<void> {
  const api = here.as(owner);
  const post = async (rest: string, body: object) => {
    const answer = await api("POST", `/organizations/${organizationId}${rest}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.data;
  };
  const { id: productId } = await post("/products", { name: "Carnets", kind: "pack" });
  const hours = { name: "Hours of the parent", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60 };
  const { id: packTypeId } = await post("/pack-types", { ...hours, productId });
  await post("/sales", { customerId, lines: [{ packTypeId, quantity: 1 }], payment: { method: "transfer" } });
  const [pack] = (await api("GET", `/organizations/${organizationId}/packs?customerId=${customerId}`)).body.data;
  const { field_id: fieldId } = await here.db
    .selectFrom("field_price_patterns")
    .select("field_id")
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  await post("/events", {
    ...{ fieldId, startTime: "2026-06-15T10:00:00Z", duration: 60, name: "Match", type: "game", override: true },
    ...{ customer: { customerId }, packId: pack.id },
  });
}

/** Rows of an organization with one of each kind, people, a photo, and an owner of its own. */
async function fill(): Promise<void> {
  await here.seedOneOfEach(organizationId);
  await here.db.deleteFrom("data_exports").execute();
  const api = here.as(owner);
  const path = `/organizations/${organizationId}`;
  expect((await api("PATCH", path, { phone: "+33400000001" })).status).toBe(200);
  const parent = await api("POST", `${path}/customers`, { kind: "person", firstName: "Ada", lastName: "Parent" });
  expect(parent.status).toBe(201);
  const child = { kind: "person", firstName: "Bo", lastName: "Child", guardianId: parent.body.data.id };
  expect((await api("POST", `${path}/customers`, child)).status).toBe(201);
  const balls = { name: "Tennis balls", kind: "goods", price: 650 };
  const product = await api("POST", `${path}/products`, balls);
  const sale = { customerId: parent.body.data.id, lines: [{ productId: product.body.data?.id, quantity: 2 }] };
  const sold = await api("POST", `${path}/sales`, { ...sale, payment: { method: "transfer" } });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  await payWithPack(parent.body.data.id);
  const former = await here.member(organizationId, 3);
  await here.db
    .updateTable("users")
    .set({ active: false, closed_at: here.clock.now(), email: `${former.id}@closed.invalid` })
    .where("id", "=", former.id)
    .execute();
}

/** Everything of a copy with the ids that its server gave replaced by those of another copy, and without the order. */
function comparable(files: Record<string, Buffer>, ids: ReadonlyMap<string, string>) {
  const named = (text: string) =>
    text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{40}\b/g, (id) => ids.get(id) ?? id);
  const manifest = manifestOf(files);
  const tables = manifest.tables.map(({ name, columns }) => {
    const lines = named(files[`data/${name}.jsonl`]?.toString() ?? "").split("\n");
    // The copy that is made there is an entry of the activity there.
    return { name, columns, lines: lines.filter((line) => !line.includes("requestOrganizationExport")).sort() };
  });
  const pictures = manifest.files.map(({ name, sha256 }) => [named(name), sha256]).sort();
  return { tables, pictures };
}

test("each table of an organization is in the copy, or says why not; so do the columns that are left out", async () => {
  const tenants = (await listTenantTables(here.database.pool)).map(({ table }) => table);
  expect(Object.keys(organizationTables).toSorted()).toEqual([...tenants, "slugs"].toSorted());
  const { rows } = await here.database.pool.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`,
  );
  const columnsOf = Map.groupBy(rows, ({ table }) => table);
  const faults = Object.entries(organizationTables).flatMap(([name, table]) => {
    if ("excuse" in table) return table.excuse.length > 20 ? [] : [`${name}: a short excuse`];
    const columns = (columnsOf.get(name) ?? []).map(({ column }) => column);
    const without: readonly string[] = "without" in table ? table.without : [];
    const secrets = columns.filter((column) => /secret|hash|password|token/.test(column));
    return [
      ...without.filter((column) => !columns.includes(column)).map((column) => `${name}: no column ${column}`),
      ...secrets.filter((column) => !without.includes(column)).map((column) => `${name}: the secret ${column}`),
    ];
  });
  expect(faults).toEqual([]);
});

test("made here, read in elsewhere and made there again, it is the same", async () => {
  await fill();
  const zip = await makeCopy(here, owner.token, organizationId);
  const files = readZip(zip);
  for (const { name, rows } of manifestOf(files).tables)
    expect([name, linesOf(files[`data/${name}.jsonl`]).length]).toEqual([name, rows]);
  const known = await there.person({ email: owner.email });
  const result = await receive(there, zip);
  expect(result).toMatchObject({ name: "Moving club", slug: organizationId, people: { found: 1 } });
  expect(result.organizationId).not.toBe(organizationId);
  // The owner is the person who had the address there already.
  const again = readZip(await makeCopy(there, known.token, result.organizationId));

  const ids = new Map([[result.organizationId, organizationId]]);
  const people = (of: Record<string, Buffer>) => linesOf(of["people.jsonl"]);
  const closed = (person: Record<string, unknown>) => person["email"] === null;
  for (const person of people(again)) {
    const before = people(files).find((one) =>
      closed(person) ? closed(one) && one["last_name"] === person["last_name"] : one["email"] === person["email"],
    );
    expect(before, String(person["email"])).toBeDefined();
    ids.set(String(person["id"]), String(before?.["id"]));
  }
  expect(people(again)).toHaveLength(people(files).length);
  const picture = (of: Record<string, Buffer>) => String(linesOf(of["data/files.jsonl"])[0]?.["picture"]);
  expect(picture(again)).not.toBe(picture(files));
  ids.set(picture(again), picture(files));

  const [before, after] = [comparable(files, new Map()), comparable(again, ids)];
  const off = new Set(["webhooks", "devices"]);
  const withoutActive = ({ name, columns, lines }: (typeof before.tables)[number]) => ({
    name,
    columns,
    lines: off.has(name) ? lines.map((line) => line.replace('"active":true', '"active":false')) : lines,
  });
  for (const [index, table] of before.tables.entries())
    expect(after.tables[index] && withoutActive(after.tables[index])).toEqual(withoutActive(table));
  expect(after.pictures).toEqual(before.pictures);
  expect(before.tables.filter(({ lines }) => lines.length > 1).length).toBeGreaterThan(30);
});

test("elsewhere it works: the owner signs in there, books, and reads the same sums; secrets are new", async () => {
  await fill();
  const zip = await makeCopy(here, owner.token, organizationId);
  const other = await there.organization("Neighbours");
  const { organizationId: id, people } = await receive(there, zip);
  expect(people.created).toBeGreaterThan(1);
  await there.as(null)("POST", "/auth/password/forgot", { email: owner.email });
  const mail = (await there.mails()).findLast(({ to }) => to?.[0]?.address === owner.email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  const secret = { password, password_confirmation: password };
  expect((await there.as(null)("POST", "/auth/password/reset", { email: owner.email, code, ...secret })).status).toBe(
    200,
  );
  const { body } = await there.as(null)("POST", "/auth/login", { email: owner.email, password });
  const api = there.as(body.data.access_token);
  for (const path of ["/events", "/customers", "/invoices", "/payments", "/team-users"].map((rest) =>
    rest === "/team-users" ? "/users?type=team" : rest,
  )) {
    const [then, now] = [
      await here.as(owner)("GET", `/organizations/${organizationId}${path}`),
      await api("GET", `/organizations/${id}${path}`),
    ];
    expect([path, now.status, now.body.meta.total]).toEqual([path, 200, then.body.meta.total]);
  }
  const findUsedPack = async (answer: ReturnType<typeof api>) => (await answer).body.data[0];
  const used = await findUsedPack(here.as(owner)("GET", `/organizations/${organizationId}/packs?q=parent`));
  const moved = await findUsedPack(api("GET", `/organizations/${id}/packs?q=parent`));
  expect(moved).toEqual({ ...used, organization: { ...used.organization, id } });
  expect(moved).toMatchObject({ unitsUsed: 1, unitsLeft: 9, isGranted: false });
  const { uses } = (await api("GET", `/organizations/${id}/packs/${moved.id}`)).body.data;
  const back = await api("POST", `/organizations/${id}/events/${uses[0].event.id}/pack-uses/give-back`, {});
  expect(back).toMatchObject({ status: 200, body: { data: { unitsLeft: 10 } } });
  const hooks = (app: TestApp, of: string) =>
    app.db.selectFrom("webhooks").select(["secret", "active"]).where("organization_id", "=", of).execute();
  const [[old], [fresh]] = [await hooks(here, organizationId), await hooks(there, id)];
  expect(fresh).toMatchObject({ active: false, secret: expect.stringMatching(/^whsec_.{40,}$/) });
  expect(fresh?.secret).not.toBe(old?.secret);
  expect(await there.db.selectFrom("api_keys").select("id").where("organization_id", "=", id).execute()).toEqual([]);
  const names = await there.db.selectFrom("events").select("id").where("organization_id", "=", other).execute();
  expect(names).toEqual([]);
});

test("read in twice, it is two organizations, of which the second has no public page", async () => {
  await fill();
  const zip = await makeCopy(here, owner.token, organizationId);
  const [first, second] = [await receive(there, zip), await receive(there, zip)];
  expect([first.slug, second.slug]).toEqual([organizationId, null]);
  const pages = there.db
    .selectFrom("pages")
    .select(["organization_id", "state"])
    .where("organization_id", "in", [first.organizationId, second.organizationId]);
  expect(new Map((await pages.execute()).map((row) => [row.organization_id, row.state]))).toEqual(
    new Map([
      [first.organizationId, "public"],
      [second.organizationId, "off"],
    ]),
  );
  expect(second.people.created).toBe(0);
});

test("owners alone ask for it and download it, each is told by mail, and it ends after seven days", async () => {
  const second = await here.member(organizationId, 1);
  const manager = await here.member(organizationId, 2);
  for (const who of [manager, await here.member(organizationId, 4)])
    expect((await here.as(who)("POST", pathOf(organizationId))).status).toBe(403);
  expect((await here.as(await here.person())("POST", pathOf(organizationId))).status).toBe(404);
  const answers = await Promise.all([1, 2].map(() => here.as(owner)("POST", pathOf(organizationId))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const subjects = (await here.mails())
    .filter(({ to }) => [owner.email, second.email, manager.email].includes(to?.[0]?.address ?? ""))
    .map(({ to, subject }) => [to?.[0]?.address, subject]);
  const told = "A copy of everything of your organization was made";
  expect(subjects.toSorted()).toEqual([owner.email, second.email].map((email) => [email, told]).toSorted());
  const { id } = await read(here, owner, organizationId);
  expect((await download(here, second.token, organizationId, id)).statusCode).toBe(200);
  expect((await download(here, manager.token, organizationId, id)).statusCode).toBe(403);
  const elsewhere = await here.member(here.otherOrganizationId, 1);
  expect((await download(here, elsewhere.token, organizationId, id)).statusCode).toBe(404);
  expect((await download(here, elsewhere.token, here.otherOrganizationId, id)).statusCode).toBe(404);
  const { body } = await here.as(owner)("GET", `/organizations/${organizationId}/activity`);
  expect(body.data[0]).toMatchObject({ act: "personal-data.requestOrganizationExport", actor: { id: owner.id } });
  // A person's own copy is another one.
  expect((await here.as(owner)("POST", "/auth/data-export")).status).toBe(200);
  here.clock.advance(8 * day);
  await here.jobs.runScheduled("personal-data.sweep");
  expect(await read(here, owner, organizationId)).toBeNull();
  expect(await here.appContext.store.get(`copies/${id}.00001.zip`)).toBeUndefined();
});

/** The copy with files replaced, and checksums that fit. */
async function change(
  zip: Buffer,
  work: (files: Record<string, Buffer>, manifest: CopyManifest) => void,
): Promise<Buffer> {
  const files = readZip(zip);
  const manifest = manifestOf(files);
  work(files, manifest);
  for (const table of manifest.tables)
    table.sha256 = createHash("sha256")
      .update(files[`data/${table.name}.jsonl`] ?? "")
      .digest("hex");
  manifest.people.sha256 = createHash("sha256")
    .update(files["people.jsonl"] ?? "")
    .digest("hex");
  files["manifest.json"] = Buffer.from(JSON.stringify(manifest));
  const changed = new ZipFile();
  for (const [name, content] of Object.entries(files)) changed.addBuffer(content, name);
  changed.end();
  return buffer(changed.outputStream);
}
const replaceIn = (files: Record<string, Buffer>, name: string, from: string | RegExp, to: string) =>
  (files[name] = Buffer.from((files[name]?.toString() ?? "").replace(from, to)));

test("a copy that was changed reads nothing in", async () => {
  await fill();
  const zip = await makeCopy(here, owner.token, organizationId);
  // Both servers count their people: by another address, nobody of the copy is the victim.
  const victim = await there.person({ email: "victim@elsewhere.example" });
  const target = there.organizationId;
  const count = () => there.db.selectFrom("organizations").select("id").execute();
  const before = (await count()).length;
  const damaged = Buffer.from(zip);
  const inPeople = zip.indexOf("people.jsonl") + 50;
  damaged.writeUInt8(damaged.readUInt8(inPeople) ^ 0xff, inPeople);
  const wrong: Record<string, Buffer> = {
    "cut off": zip.subarray(0, zip.length - 200),
    "no ZIP": Buffer.from("hello"),
    damaged,
    "another format": await change(zip, (_files, manifest) => (manifest.format = 99)),
    "an unknown table": await change(zip, (files, manifest) => {
      manifest.tables.push({ name: "sessions", columns: [], rows: 0, sha256: "" });
      files["data/sessions.jsonl"] = Buffer.from("");
    }),
    "a column that is left out": await change(zip, (_files, { tables }) =>
      tables.find(({ name }) => name === "webhooks")?.columns.push({ name: "secret", type: "text" }),
    ),
    "an account of this server by its id": await change(zip, (files) =>
      replaceIn(files, "data/memberships.jsonl", /"user_id":"[^"]+"/, `"user_id":"${victim.id}"`),
    ),
    "rows that refer to none": await change(zip, (files) => (files["data/facilities.jsonl"] = Buffer.from(""))),
    "a name that is a link": await change(zip, (files) =>
      replaceIn(files, "people.jsonl", /"first_name":"Alex"/g, '"first_name":"https://evil.example"'),
    ),
    "a file outside of the photos": await change(zip, (_files, manifest) =>
      manifest.files.push({ name: "copies/x.zip", sha256: "0".repeat(64) }),
    ),
  };
  for (const [what, content] of Object.entries(wrong))
    await expect((async () => receive(there, content))(), what).rejects.toThrow();
  expect((await count()).length).toBe(before);
  // Rows of another organization become rows of the new one.
  const elsewhere = await change(zip, (files) =>
    replaceIn(files, "data/roles.jsonl", new RegExp(organizationId, "g"), target),
  );
  const roles = () => there.db.selectFrom("roles").select("id").where("organization_id", "=", target).execute();
  const own = (await roles()).length;
  await receive(there, elsewhere);
  expect((await roles()).length).toBe(own);
});

test("a worker that is lost leaves a copy that another one makes", async () => {
  await here.as(owner)("POST", pathOf(organizationId));
  await here.db
    .updateTable("data_exports")
    .set({ state: "running", updated_at: new Date(here.clock.now().getTime() - 120_000) })
    .where("organization_id", "=", organizationId)
    .execute();
  await here.jobs.runScheduled("personal-data.export");
  expect(await read(here, owner, organizationId)).toMatchObject({ state: "done" });
});

test("a copy of 0.1.0, which knew guardians alone, has them as relations", async () => {
  await fill();
  const zip = await makeCopy(here, owner.token, organizationId);
  const former = await change(zip, (files, manifest) => {
    manifest.tables = manifest.tables.filter(({ name }) => name !== "customer_relations");
    delete files["data/customer_relations.jsonl"];
    const rows = linesOf(files["data/customers.jsonl"]);
    const idOf = (firstName: string) => rows.find((row) => row["first_name"] === firstName)?.["id"];
    for (const row of rows) if (row["id"] === idOf("Bo")) row["guardian_id"] = idOf("Ada");
    files["data/customers.jsonl"] = Buffer.from(`${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
  });
  const { organizationId: moved } = await receive(there, former);
  const relations = await there.db
    .selectFrom("customer_relations")
    .innerJoin("customers as child", "child.id", "customer_relations.to_id")
    .innerJoin("customers as guardian", "guardian.id", "customer_relations.from_id")
    .select([
      "guardian.first_name as from",
      "child.first_name as to",
      "customer_relations.kind",
      "books",
      "pays",
      "receives",
    ])
    .where("customer_relations.organization_id", "=", moved)
    .execute();
  const all = { kind: "guardian", books: true, pays: true, receives: true };
  expect(relations).toEqual([{ from: "Ada", to: "Bo", ...all }]);
});

test("bookings of a copy that an older release has made are reminded of", async () => {
  there.clock.set(here.clock.now());
  await fill();
  const start = (days: number) => new Date(here.clock.now().getTime() + days * day);
  const events = await here.db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", "event")
    .limit(2)
    .execute();
  expect(events).toHaveLength(2);
  for (const [index, { id }] of events.entries())
    await here.db
      .updateTable("events")
      .set({ start_time: start(index === 0 ? 0.5 : 3), end_time: start(index === 0 ? 0.6 : 3.1), status: "approved" })
      .set({ reminded_at: null, remind_at: null, original_start: null })
      .where("id", "=", id)
      .execute();
  const zip = await makeCopy(here, owner.token, organizationId);
  const without = (columns: readonly string[]) =>
    change(zip, (files, { tables }) => {
      const table = tables.find(({ name }) => name === "events");
      if (!table) throw new Error("The copy has no events");
      table.columns = table.columns.filter(({ name }) => !columns.includes(name));
      const rows = linesOf(files["data/events.jsonl"]).map((row) =>
        JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)))),
      );
      files["data/events.jsonl"] = Buffer.from(`${rows.join("\n")}\n`);
    });
  const old = await receive(there, await without(["remind_at", "push_remind_at", "push_reminded_at"]));
  const times = await there.db
    .selectFrom("events")
    .select(["start_time", "remind_at"])
    .where("organization_id", "=", old.organizationId)
    .where("status", "=", "approved")
    .where("kind", "=", "event")
    .where("start_time", "in", [start(0.5), start(3)])
    .orderBy("start_time")
    .execute();
  expect(times).toEqual([
    { start_time: start(0.5), remind_at: there.clock.now() },
    { start_time: start(3), remind_at: start(2) },
  ]);
});

/** How an organization looks: on its page, in its mails, in the app of its members, and who may change it. */
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { letterKinds, type Looks } from "#contract/looks.ts";
import { computeAccent } from "#contract/organizations-accent-rules.ts";
import { languages } from "#messages/translator.ts";
import { listMailTemplates } from "#server/kit/mail/mail-template.ts";
import { createJpeg, createUploadForm } from "#tests/fixtures/photos.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let slug: string;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

let clubs = 0;
beforeEach(async () => {
  clubs += 1;
  slug = `looks-${clubs}`;
  club = await createTestClub(testApp, {}, await testApp.organization(`Riverside Padel ${clubs}`));
  await club.addField({ name: "Padel 1", sportIds: [1] });
});

const createPng = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: "#1d4ed880" } })
    .png()
    .toBuffer();
const change = (body: object) => club.manager("PATCH", club.path("/looks"), body);
const read = async () => (await club.manager("GET", club.path("/looks"))).body.data as Looks;
const uploadLogo = async (file: Uint8Array) => {
  const { body, headers } = await createUploadForm({ file });
  return club.manager("POST", club.path("/looks/logo"), body, headers);
};
const uploadPhoto = async (subject: Record<string, string>) => {
  const { body, headers } = await createUploadForm({ ...subject, file: await createJpeg(9, 9) });
  return (await club.manager("POST", club.path("/files"), body, headers)).body.data as { id: string; url: string };
};
const openPage = () => club.manager("PATCH", club.path("/page"), { state: "unlisted", slug });
/** Changes reach the cache of pages by the live changes, which are polled. */
const changesArrive = () => new Promise((resolve) => setTimeout(resolve, 300));
const mailTo = async (address: string) =>
  (await testApp.mails()).findLast(({ to }) => to?.some((one) => one.address === address));
const page = async (path = "") => (await testApp.app.inject({ url: `/c/${slug}${path}` })).body;

test("an organization without looks of its own has the product's", async () => {
  expect(await read()).toEqual({ accent: null, senderName: null, coverId: null, logo: null, photos: [] });
  await openPage();
  const html = await page();
  expect(html).toContain('class="club');
  expect(html).not.toContain(":root{--accent:");
});

test("a colour is kept as it was chosen, and shown moved until it is readable, on the page and to members alone", async () => {
  expect((await change({ accent: " #FFD500 " })).body.data.accent).toBe("#ffd500");
  await openPage();
  const { light, dark } = computeAccent("#ffd500");
  const token = `light-dark(${light.accent}, ${dark.accent})`;
  expect(await page()).toContain(`:root{--accent:${token};`);
  expect((await testApp.app.inject({ url: `/embed/${slug}` })).body).toContain(`:root{--accent:${token};`);
  const path = `/organizations-min/${club.organizationId}`;
  expect((await club.member("GET", path)).body.data.accentStyle).toContain(`:root{--accent:${token};`);
  expect((await club.staff("GET", path)).body.data.accentStyle).toBeNull();
  await change({ accent: null });
  await changesArrive();
  expect(await page()).not.toContain(":root{--accent:");
});

test.each(["red", "#12345", "#1234567", "javascript:alert(1)", "#12345g", "#fff;}body{display:none"])(
  "%s is no colour",
  async (accent) => {
    const { status, body } = await change({ accent });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["accent"]]);
  },
);

test.each(["https://evil.example", "www.evil.example", "evil.example", "…", "a".repeat(61)])(
  "mails do not come from %s",
  async (senderName) => {
    const { status, body } = await change({ senderName });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["senderName"]]);
  },
);

test("a logo is encoded again in two sizes, stands on the page, and is gone with its pictures once it is removed", async () => {
  const { status, body } = await uploadLogo(await createPng(600));
  expect(status).toBe(201);
  const { logo } = body.data as Looks;
  expect(logo?.size).toBe(512);
  const pictureOf = (url = "") => testApp.app.inject({ url });
  const small = await pictureOf(logo?.smallUrl);
  expect(small.headers).toMatchObject({ "content-type": "image/png", "cross-origin-resource-policy": "cross-origin" });
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 128, height: 128, hasAlpha: true });
  await openPage();
  expect(await page()).toContain(`src="${logo?.smallUrl}"`);
  const replaced = ((await uploadLogo(await createJpeg(256, 256))).body.data as Looks).logo;
  expect(replaced?.size).toBe(256);
  await testApp.jobs.runAll();
  expect((await pictureOf(logo?.url)).statusCode).toBe(404);
  expect((await club.manager("DELETE", club.path("/looks/logo"))).status).toBe(200);
  await testApp.jobs.runAll();
  expect((await pictureOf(replaced?.url)).statusCode).toBe(404);
  expect((await read()).logo).toBeNull();
  expect((await club.manager("DELETE", club.path("/looks/logo"))).status).toBe(404);
});

test("of two logos at once one stays, and no picture of the other", async () => {
  const answers = await Promise.all([uploadLogo(await createPng(300)), uploadLogo(await createPng(400))]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  await testApp.jobs.runAll();
  const rows = await testApp.db
    .selectFrom("files")
    .select("picture")
    .where("organization_id", "=", club.organizationId)
    .where("purpose", "=", "logo")
    .execute();
  expect(rows).toHaveLength(1);
});

test.each([
  ["a picture that is not square", () => createPng(600, 400), "square"],
  ["a small one", () => createPng(255), "255"],
  ["a large one", () => createPng(4097), "4,096"],
  ["a GIF", () => Promise.resolve(Buffer.from("GIF89a…")), "PNG"],
  ["an SVG with a script", () => Promise.resolve(Buffer.from("<svg><script>alert(1)</script></svg>")), "PNG"],
  ["half a PNG", async () => (await createPng(600)).subarray(0, 900), "damaged"],
])("%s is no logo", async (_name, create, why) => {
  const { status, body } = await uploadLogo(await create());
  expect([status, Object.keys(body.errors)]).toEqual([422, ["file"]]);
  expect(body.errors.file.join()).toContain(why);
});

test("metadata and what follows the pixels are dropped", async () => {
  const file = await sharp(await createPng(300))
    .withExif({ IFD0: { Artist: "Zoé Chevalier" } })
    .png()
    .toBuffer();
  const { logo } = (await uploadLogo(Buffer.concat([file, Buffer.from("<script>")]))).body.data as Looks;
  const { rawPayload } = await testApp.app.inject({ url: logo?.url ?? "" });
  expect(rawPayload.includes("Zoé")).toBe(false);
  expect(rawPayload.includes("<script>")).toBe(false);
});

test("the cover is the photo that was chosen among those of the page, until nobody may see it any more", async () => {
  const first = await uploadPhoto({ type: "facility", facilityId: club.facilityId });
  const second = await uploadPhoto({ type: "facility", facilityId: club.facilityId });
  const hiddenField = await club.addField({ name: "Coach's court", confidentiality: "private" });
  const hidden = await uploadPhoto({ type: "field", fieldId: hiddenField });
  expect((await read()).photos.map(({ id }) => id)).toEqual([first.id, second.id]);
  const refused = await change({ coverId: hidden.id });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["coverId"]]);
  expect((await change({ coverId: second.id })).body.data.coverId).toBe(second.id);
  await openPage();
  const coverOf = async () => /class="cover"[\s\S]*?src="([^"]*)"/.exec(await page())?.[1];
  expect(await coverOf()).toBe(second.url);
  expect((await change({ coverId: first.id })).body.data.coverId).toBe(first.id);
  await changesArrive();
  expect(await coverOf()).toBe(first.url);
  await club.manager("DELETE", club.path(`/files/${first.id}`));
  expect((await read()).coverId).toBeNull();
});

test("what a facility shows of itself is no logo, and a logo no photo of a facility", async () => {
  await uploadLogo(await createPng(300));
  expect((await club.manager("GET", club.path("/files"))).body.data).toEqual([]);
  const { id } = await testApp.db
    .selectFrom("files")
    .select("id")
    .where("organization_id", "=", club.organizationId)
    .executeTakeFirstOrThrow();
  expect((await club.manager("DELETE", club.path(`/files/${id}`))).status).toBe(404);
});

test("mails of an organization have its name, colour and mark, and answers go to it", async () => {
  await change({ accent: "#1d4ed8", senderName: "Riverside reception" });
  const { logo } = (await uploadLogo(await createPng(300))).body.data as Looks;
  await club.manager("PATCH", club.path(""), { email: "desk@riverside.example" });
  await club.manager("POST", club.path("/users"), { type: "customer", role: 4, emails: ["new@example.org"] });
  const mail = await mailTo("new@example.org");
  expect(mail?.from).toMatchObject({ name: "Riverside reception" });
  expect(mail?.replyTo).toMatchObject([{ address: "desk@riverside.example" }]);
  const { light, dark } = computeAccent("#1d4ed8");
  for (const part of [light.accent, dark.accent, logo?.smallUrl ?? "?", "Riverside reception"])
    expect(mail?.html).toContain(part);
  expect(mail?.text).toContain("desk@riverside.example");
});

test("mails about an account come from the product", async () => {
  await testApp.app.inject({
    method: "POST",
    url: "/api/v1/auth/password/forgot",
    payload: { email: club.memberPerson.email },
  });
  const mail = await mailTo(club.memberPerson.email);
  expect(mail?.html).toContain("Baseline");
  expect(mail?.replyTo ?? []).toEqual([]);
});

test("every letter to players has an example, in both languages, with the sentences before and after the facts", async () => {
  for (const kind of letterKinds)
    for (const language of languages) {
      const body = { kind, language, opening: "Opening <b>&</b>\nsecond line", closing: "Closing" };
      const answer = await club.manager("POST", club.path("/mail-texts/preview"), body);
      expect([kind, language, answer.status]).toEqual([kind, language, 200]);
      const { html, subject } = answer.body.data as { html: string; subject: string };
      expect(subject).not.toMatch(/undefined|NaN|\{/);
      expect(html).not.toMatch(/undefined|NaN|Invalid/);
      expect(html).toContain("Opening &lt;b&gt;&amp;&lt;/b&gt;");
      expect(html.indexOf("Opening &lt;")).toBeLessThan(html.indexOf("Closing</p>"));
    }
});

/** Written to the team, to whoever signs in, or by a person in words of their own. */
const otherMails = [
  /^(accounts|second-factors|email-changes|personal-data|customers|sign-on-providers)\./,
  /^(events\.requested|joining\.request|guests\.code|notifications\.news)$/,
  /^payments\.(refundFailed|refundWaits|otherAmount|refundedElsewhere)$/,
];
test("each mail is a letter to players, or known to be none", () => {
  const unknown = listMailTemplates().filter(
    (name) => !letterKinds.some((kind) => kind === name) && !otherMails.some((pattern) => pattern.test(name)),
  );
  expect(unknown).toEqual([]);
});

const texts = (...list: object[]) => club.manager("PATCH", club.path("/mail-texts"), { texts: list });
test("sentences of a letter are replaced, the others stay, and empty ones go", async () => {
  const booked = { kind: "events.booked", language: "en", opening: "Welcome!", closing: null };
  const moved = { kind: "events.moved", language: "fr", opening: null, closing: "À bientôt" };
  expect((await texts(moved, booked)).body.data.texts).toEqual([booked, moved]);
  await texts({ ...booked, opening: "Hello!" });
  expect((await texts({ ...moved, closing: "  " })).body.data.texts).toEqual([{ ...booked, opening: "Hello!" }]);
});

test.each([
  ["a letter about an account", { kind: "accounts.verification", language: "en", opening: "Hi" }],
  ["another language", { kind: "events.booked", language: "de", opening: "Hallo" }],
  ["more than 500 signs", { kind: "events.booked", language: "en", opening: "a".repeat(501) }],
  ["control characters", { kind: "events.booked", language: "en", opening: "a\u0007b" }],
])("%s is refused beside its field", async (_name, text) => {
  const { status, body } = await texts(text);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)[0]).toMatch(/^texts\.0\./);
});

test("a letter has the sentences of its kind and of the reader's language, and its facts", async () => {
  await texts(
    { kind: "members.invitation", language: "en", opening: "We are the <i>best</i> club.", closing: "See you!" },
    { kind: "members.invitation", language: "fr", opening: "Nous sommes le meilleur club." },
  );
  await club.manager("POST", club.path("/users"), { type: "customer", role: 4, emails: ["guest@example.org"] });
  const mail = await mailTo("guest@example.org");
  const all = `${mail?.html} ${mail?.text}`;
  const isEnglish = all.includes("We are the");
  expect(all).toContain(isEnglish ? "See you!" : "Nous sommes le meilleur club.");
  expect(all).not.toContain(isEnglish ? "Nous sommes" : "We are the");
  expect(mail?.html).not.toContain("<i>best</i>");
  expect(mail?.text).toContain("/auth/register?");
});

test("members do not change how their club looks, and nobody changes another's", async () => {
  for (const api of [club.member, club.staff]) {
    expect((await api("PATCH", club.path("/looks"), { accent: "#1d4ed8" })).status).toBe(403);
    expect((await api("GET", club.path("/looks"))).status).toBe(403);
  }
  expect((await club.manager("PATCH", `/organizations/${testApp.otherOrganizationId}/looks`, {})).status).toBe(404);
});

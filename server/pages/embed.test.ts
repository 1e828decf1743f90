/** The page in other places: its picture in social networks, and its free times on other sites. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { changesArrive, createTestPage, type TestPage } from "#tests/support/test-page.ts";

let testApp: TestApp;
let page: TestPage;

beforeAll(async () => {
  testApp = await createTestApp();
  // Monday, 8:00 in Paris.
  testApp.clock.set(new Date("2026-11-23T07:00:00Z"));
  page = await createTestPage(testApp);
});
afterAll(() => testApp.close());

const cardOf = async () => {
  const { body } = await page.visit();
  return /property="og:image" content="([^"]*)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");
};
const embed = (query = "", slug = page.slug) => testApp.app.inject({ url: `/embed/${slug}${query}` });

test("the picture of the page is 1200 by 630, and another one once the page says something else", async () => {
  const before = (await cardOf()) ?? "";
  expect(before).toMatch(`http://localhost:3000/c/${page.slug}/card.jpg?v=`);
  const answer = await testApp.app.inject({ url: before.replace("http://localhost:3000", "") });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  const { width, height, format } = await sharp(answer.rawPayload).metadata();
  expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
  expect(answer.rawPayload.length).toBeLessThan(150_000);
  const again = await testApp.app.inject({
    ...{ url: `/c/${page.slug}/card.jpg`, headers: { "if-none-match": String(answer.headers.etag) } },
  });
  expect(again.statusCode).toBe(304);
  await page.changePage({ tagline: "Sept terrains au bord du Rhône" });
  await expect.poll(cardOf).not.toBe(before);
  const changed = await page.visit("/card.jpg");
  expect(changed.rawPayload.equals(answer.rawPayload)).toBe(false);
});

test("a name of any length and script is drawn within the picture", async () => {
  for (const name of ["Ø".repeat(120), "نادي البادل في ليون", "🎾 Ping & <Pong>", "x"]) {
    await page.manager("PATCH", page.path(""), { name });
    await changesArrive();
    expect((await page.visit("/card.jpg")).statusCode).toBe(200);
  }
});

test("an unlisted page has a picture only where the organization asks for it", async () => {
  await page.changePage({ state: "unlisted" });
  await changesArrive();
  expect([await cardOf(), (await page.visit("/card.jpg")).statusCode]).toEqual([undefined, 404]);
  await page.changePage({ showsCard: true });
  await changesArrive();
  expect(await cardOf()).toContain("/card.jpg?v=");
  expect((await page.visit("/card.jpg")).headers["x-robots-tag"]).toBe("noindex");
  await page.changePage({ state: "public", showsCard: false });
  await changesArrive();
});

test("other sites frame the free times, and no other page", async () => {
  const framed = await embed("?theme=dark&lang=en");
  expect(framed.statusCode).toBe(200);
  expect(framed.headers["content-security-policy"]).toContain("frame-ancestors *");
  expect(framed.headers["x-frame-options"]).toBeUndefined();
  expect(framed.headers["set-cookie"]).toBeUndefined();
  expect(framed.body).toContain('style="color-scheme: dark"');
  for (const path of ["", "/find", "/legal", "/parc-des-berges", "/card.jpg"]) {
    const { headers } = await page.visit(path);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["x-frame-options"]).toBe("DENY");
  }
});

test("links of the framed page stay in it, but for starts, which open the page itself in another window", async () => {
  const { body } = await embed("?theme=light&date=2026-11-24");
  const links = [...body.matchAll(/<a\b[^>]*>/g)].map(([link]) => link);
  const leaving = links.filter((link) => !link.includes(`href="/embed/${page.slug}`));
  const starts = leaving.filter((link) => link.includes("/find?"));
  expect(starts.length).toBeGreaterThan(3);
  for (const link of leaving) expect(link).toMatch(/target="_blank"\s+rel="[^"]*noopener"/);
  for (const link of starts) expect(link).toContain("from=embed");
  for (const link of links.filter((one) => !leaving.includes(one))) expect(link).toContain("theme=light");
  expect(body).not.toContain("/auth/login");
});

test("a page that is off, or without free times, cannot be framed, and a former address still can", async () => {
  const { slug } = page;
  await page.changePage({ showsTimes: false });
  await changesArrive();
  expect((await embed()).statusCode).toBe(404);
  await page.changePage({ showsTimes: true, slug: `${slug}-new` });
  await changesArrive();
  expect((await embed("?theme=dark", slug)).headers.location).toBe(`/embed/${slug}-new?theme=dark`);
  await page.changePage({ slug });
});

test("other sites load the script, and no script of the product besides", async () => {
  const script = await testApp.app.inject({ url: "/embed.js" });
  expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(script.headers["cross-origin-resource-policy"]).toBe("cross-origin");
  const inner = await testApp.app.inject({ url: "/embed-frame.js" });
  expect(inner.headers["cross-origin-resource-policy"]).toBe("same-origin");
  expect(script.body + inner.body).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB/i);
});

test("the page is an application with the club's name and icon, in its colour or with its logo", async () => {
  const manifest = await page.visit("/app.webmanifest");
  expect([manifest.statusCode, manifest.headers["content-type"]]).toEqual([
    200,
    "application/manifest+json; charset=utf-8",
  ]);
  const { id, name, scope, icons } = JSON.parse(manifest.body);
  expect([id, scope]).toEqual([`/c/${page.slug}`, "/"]);
  expect((await page.visit()).body).toContain(name);
  const icon = await testApp.app.inject({ url: icons[0].src });
  const { width, height, format } = await sharp(icon.rawPayload).metadata();
  expect([width, height, format]).toEqual([512, 512, "png"]);
  expect((await testApp.app.inject({ url: "/c/nobody-has-this/app.webmanifest" })).statusCode).toBe(404);
  expect((await testApp.app.inject({ url: "/c/nobody-has-this/icon.png" })).statusCode).toBe(404);
});

/** Posters of pages, and what is counted of those who come by them. */
import jsQr from "jsqr";
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { changesArrive, createTestPage, type TestPage } from "#tests/support/test-page.ts";

let testApp: TestApp;
let page: TestPage;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  // Monday, 8:00 in Paris.
  testApp.clock.set(new Date("2026-11-23T07:00:00Z"));
  page = await createTestPage(testApp);
});

const MILLIMETRE = 72 / 25.4;
/** A cheap scanner: 150 dots an inch. */
const SCALE = 150 / 72;

async function readPoster(query: string) {
  const { token } = await testApp.member(page.organizationId, 2);
  const answer = await testApp.app.inject({
    url: `/api/v1${page.path("/page/poster.pdf")}?${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
  const task = getDocument({ data: new Uint8Array(answer.rawPayload), verbosity: 0 });
  const pdf = await task.promise;
  const sheet = await pdf.getPage(1);
  const { items } = await sheet.getTextContent();
  const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
  const found = {
    pages: pdf.numPages,
    text: text.replace(/\s+/g, " "),
    view: sheet.view,
    code: await scan(pdf, sheet),
  };
  await task.destroy();
  return found;
}

type Rendering = Parameters<PDFPageProxy["render"]>[0];
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}
interface CanvasFactory {
  create(
    width: number,
    height: number,
  ): {
    canvas: Rendering["canvas"] & { width: number; height: number };
    context: { getImageData(x: number, y: number, w: number, h: number): Pixels };
  };
}

/** Reads the code from the printed page, as a camera would. */
async function scan(pdf: { canvasFactory: object }, sheet: PDFPageProxy) {
  const viewport = sheet.getViewport({ scale: SCALE });
  const { canvas, context } = (pdf.canvasFactory as CanvasFactory).create(viewport.width, viewport.height);
  await sheet.render({ canvas, canvasContext: context as never, viewport }).promise;
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  const found = jsQr.default(data, width, height);
  if (!found) return undefined;
  const { topLeftCorner, topRightCorner } = found.location;
  return { text: found.data, side: (topRightCorner.x - topLeftCorner.x) / SCALE / MILLIMETRE };
}

describe("the code of the poster leads to the page", () => {
  const sizes = { a4: [210, 297], a5: [148, 210] } as const;
  test.each([
    ["a4", "fr", "", "Scannez pour réserver"],
    ["a5", "en", "?lang=en", "Scan to book"],
  ] as const)("%s in %s", async (size, language, query, words) => {
    const { pages, text, view, code } = await readPoster(`size=${size}&language=${language}`);
    const [, , width = 0, height = 0] = view;
    expect([pages, Math.round(width / MILLIMETRE), Math.round(height / MILLIMETRE)]).toEqual([1, ...sizes[size]]);
    const from = query === "" ? "?from=poster" : `${query}&from=poster`;
    expect(code?.text).toBe(`http://localhost:3000/c/${page.slug}${from}`);
    // Sixty millimetres with the white around it.
    expect(code?.side).toBeGreaterThan(45);
    for (const said of [words, `localhost:3000/c/${page.slug}`]) expect(text).toContain(said);
    expect((await page.visit(from)).statusCode).toBe(200);
  });

  test("of a facility and of a field", async () => {
    const ofFacility = await readPoster(`facilityId=${page.facilityId}`);
    expect(ofFacility.code?.text).toBe(`http://localhost:3000/c/${page.slug}/parc-des-berges?from=poster`);
    expect(ofFacility.text).toContain("Parc des Berges");
    const ofField = await readPoster(`fieldId=${page.fieldId}`);
    expect(ofField.code?.text).toBe(`http://localhost:3000/c/${page.slug}/parc-des-berges/padel-1?from=poster`);
  });

  test("none is made of a private field, of others' fields, and while nobody sees the page", async () => {
    const poster = (query: string) => page.manager("GET", page.path(`/page/poster.pdf?${query}`));
    const secret = await page.addField({ name: "Caché", confidentiality: "private" });
    const others = await createTestPage(testApp);
    for (const fieldId of [secret, others.fieldId]) expect((await poster(`fieldId=${fieldId}`)).status).toBe(404);
    await page.changePage({ state: "off" });
    const refused = await poster("");
    expect([refused.status, refused.body.message]).toEqual([422, "Open the page first: the code would lead nowhere."]);
  });
});

test("a preview shows what is typed, of a page that nobody sees yet, and keeps nothing", async () => {
  await page.changePage({ state: "off" });
  const typed = { state: "public", language: "en", slug: page.slug, tagline: "Typed <b>just</b> now" };
  const draft = { ...typed, showsTimes: true, showsPrices: false, showsCard: false };
  const { status, body } = await page.manager("POST", page.path("/page/preview"), draft);
  expect(status).toBe(200);
  expect(body.data.html).toContain("Typed &lt;b&gt;just&lt;/b&gt; now");
  expect(body.data.html).not.toContain('id="prices"');
  expect((await page.visit()).statusCode).toBe(404);
  const { body: kept } = await page.manager("GET", page.path("/page"));
  expect(kept.data).toMatchObject({ state: "off", tagline: null });
  expect(kept.data.places).toEqual([
    { facilityId: page.facilityId, fieldId: null, name: "Parc des Berges" },
    { facilityId: page.facilityId, fieldId: page.fieldId, name: "Padel 1" },
  ]);
});

describe("visits are counted", () => {
  const counts = async () => {
    const { body } = await page.manager("GET", page.path("/page/counts"));
    return (body.data as { month: string; source: string; views: number; bookings: number }[]).map(
      ({ month, source, views, bookings }) => [month, source, views, bookings],
    );
  };
  const arriving = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };

  test("by source, once for each arrival, and without steps within the page and programs", async () => {
    for (const query of ["?from=poster", "?from=poster", "/find?from=embed", "?from=elsewhere"])
      await page.visit(query);
    await page.visit("", arriving);
    await page.visit("/parc-des-berges/padel-1", arriving);
    await page.visit("?date=2026-11-24", { ...arriving, "sec-fetch-site": "same-origin" });
    await page.visit("?via=poster&date=2026-11-24", arriving);
    await page.visit("", { ...arriving, "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
    await page.visit("/card.jpg?from=poster");
    await page.visit("/nowhere?from=poster");
    expect(await counts()).toEqual([
      ["2026-11", "direct", 2, 0],
      ["2026-11", "embed", 1, 0],
      ["2026-11", "poster", 2, 0],
    ]);
    testApp.clock.set(new Date("2026-12-01T07:00:00Z"));
    await page.visit("?from=poster");
    testApp.clock.set(new Date("2027-11-30T07:00:00Z"));
    const { token } = await testApp.member(page.organizationId, 2);
    const later = await testApp.app.inject({
      ...{ url: `/api/v1${page.path("/page/counts")}`, headers: { authorization: `Bearer ${token}` } },
    });
    expect(later.json().data).toEqual([{ month: "2026-12", source: "poster", views: 1, bookings: 0 }]);
  });

  test("the links of the page carry on how a visitor came, as far as the booking, which is counted", async () => {
    const { body } = await page.visit("?from=poster");
    const [, href = ""] = /href="([^"]*find\?[^"]*time=19%3A00[^"]*)"/.exec(body) ?? [];
    expect(href).toContain("via=poster");
    const chosen = await testApp.app.inject({ url: href.replaceAll("&amp;", "&") });
    expect(chosen.body).toMatch(/events\/create\?[^"]*via=poster"/);
    const plain = await page.visit();
    for (const sign of ["via=", "\u0001"]) expect(plain.body).not.toContain(sign);
    const draft = { fieldId: page.fieldId, startTime: "2026-11-23T18:00:00Z", duration: 90, type: "game", name: "Zoé" };
    const booked = await page.member("POST", page.path("/events?source=poster"), draft);
    expect([booked.status, booked.body.errors]).toEqual([201, undefined]);
    await page.staff("POST", page.path("/events"), { ...draft, startTime: "2026-11-23T16:00:00Z" });
    expect(await counts()).toEqual([["2026-11", "poster", 1, 1]]);
    const rows = await testApp.db.selectFrom("page_counts").selectAll().execute();
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(
      ["organization_id", "date", "page", "source", "views", "bookings"].toSorted(),
    );
  });

  test("a printed poster still counts after the address has changed", async () => {
    const { slug } = page;
    await page.changePage({ slug: `${slug}-new` });
    await changesArrive();
    const moved = await testApp.app.inject({ url: `/c/${slug}?from=poster` });
    expect(moved.headers.location).toBe(`/c/${slug}-new?from=poster`);
    await testApp.app.inject({ url: String(moved.headers.location) });
    expect(await counts()).toEqual([["2026-11", "poster", 1, 0]]);
  });
});

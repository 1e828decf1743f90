/** Public pages: who sees them, under which address, what stands on them, and what never does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { renderRobots } from "./sitemap.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let slug: string;

/** Monday, 8:00 in Paris. */
const now = new Date("2026-11-23T07:00:00Z");

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

let clubs = 0;
beforeEach(async () => {
  testApp.clock.set(now);
  clubs += 1;
  slug = `club-${clubs}`;
  const organizationId = await testApp.organization(`Club </script><b> ${clubs}`);
  const place = { address: { line1: "42 quai des Berges", postalCode: "69007", city: "Lyon", countryCode: "FR" } };
  club = await createTestClub(testApp, { ...place, name: "Parc des Berges" }, organizationId);
  fieldId = await club.addField({ name: "Padel 1", sportIds: [1] });
  await club.addPrices([fieldId], { 60: 2400, 90: 3600 });
  const seller = { legalName: "Club SAS", addressLine: "42 quai des Berges", postalCode: "69007", city: "Lyon" };
  await club.manager("PATCH", club.path(""), { ...seller, phone: "+33 4 72 00 12 34" });
});

const change = (body: object) => club.manager("PATCH", club.path("/page"), body);
const open = async (more: object = {}) => {
  const answer = await change({ state: "public", slug, publisher: "Camille Martin", language: "fr", ...more });
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
};
const visit = (path = "", headers: Record<string, string> = {}) =>
  testApp.app.inject({ url: `/c/${slug}${path}`, headers });
const textOf = async (path = "") => {
  const answer = await visit(path);
  expect(answer.statusCode).toBe(200);
  return answer.body;
};
const isFreeAtSeven = /19:00<\/b[^/]*\/span[^/]*1 terrain libre/;
/** Changes reach the cache of pages by the live changes, which are polled. */
const changesArrive = () => new Promise((resolve) => setTimeout(resolve, 300));

test("nobody has a page until it is opened, and what is off, unknown, disabled or archived answers the same", async () => {
  const never = await visit();
  expect([never.statusCode, never.headers["cache-control"]]).toEqual([404, "no-store"]);
  await open();
  expect((await visit()).statusCode).toBe(200);
  const answers = [];
  await change({ state: "off" });
  await changesArrive();
  answers.push(await visit());
  await open();
  await club.manager("PATCH", club.path(""), { enabled: false });
  await changesArrive();
  answers.push(await visit(), await testApp.app.inject({ url: "/c/never-heard-of" }));
  for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([404, never.body]);
});

test("going public names what lacks, and nothing is kept of the try", async () => {
  await club.manager("PATCH", club.path(""), { legalName: null, phone: null, email: null });
  const refused = await change({ state: "public", slug });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({
    state: ["Before this page can be public: legal name, telephone or email, and who is responsible for the page."],
  });
  const { body } = await club.manager("GET", club.path("/page"));
  expect(body.data).toMatchObject({ state: "off", missing: ["legalName", "contact", "publisher"] });
  expect((await change({ state: "unlisted", slug })).status).toBe(200);
});

test("an unlisted page is for whoever has the address, and no search engine keeps it", async () => {
  await open({ state: "unlisted" });
  const { headers, body } = await visit();
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(body).toContain('name="robots" content="noindex"');
  expect(body).not.toContain("og:title");
  await change({ state: "public" });
  await changesArrive();
  const shown = await visit();
  expect([shown.headers["x-robots-tag"], shown.body.includes('name="robots"')]).toEqual([undefined, false]);
  expect(shown.body).toContain("og:title");
});

test("where people may join, the page leads to joining with the booking to go on with; closed, to signing in", async () => {
  await open();
  await changesArrive();
  const times = async () => {
    const { body } = await visit("?lang=en");
    const [, href = ""] = /href="([^"]*find\?[^"]*time=[^"]*)"/.exec(body) ?? [];
    return (
      await visit(
        href
          .replaceAll("&amp;", "&")
          .replace(/^\/c\/[^/]+/, "")
          .replace(/#.*$/, ""),
      )
    ).body;
  };
  expect(await times()).toContain("Sign in to book");
  for (const joining of ["request", "open"]) {
    await club.manager("PATCH", club.path(""), { joining });
    await changesArrive();
    const body = await times();
    expect(body).toContain("Join to book");
    expect(body).toContain(`href="/join/${slug}?next=${encodeURIComponent(club.path("/"))}`);
    expect(body).toContain("Become a member");
    expect(body).not.toContain("Sign in to book");
  }
});

test("a former address leads to the new one for a year, and is nobody else's meanwhile", async () => {
  await open();
  await change({ slug: `${slug}-new` });
  const moved = await visit("/parc-des-berges/padel-1?lang=en");
  expect([moved.statusCode, moved.headers.location]).toEqual([301, `/c/${slug}-new/parc-des-berges/padel-1?lang=en`]);
  const elsewhere = await testApp.organization("Another club");
  /** By somebody who has just signed in. */
  const take = async () =>
    testApp.as(await testApp.member(elsewhere, 1))("PATCH", `/organizations/${elsewhere}/page`, { slug });
  expect((await take()).body.errors).toEqual({ slug: ["This address is taken."] });
  testApp.clock.set(new Date("2027-11-24T07:00:00Z"));
  expect((await visit()).statusCode).toBe(404);
  expect((await take()).status).toBe(200);
});

test("an organization keeps ten former addresses from others, and no more", async () => {
  await open();
  for (let count = 1; count <= 10; count += 1)
    expect((await change({ slug: `${slug}-${String.fromCharCode(96 + count)}` })).status).toBe(200);
  expect((await change({ slug: `${slug}-a` })).status).toBe(200);
  const refused = await change({ slug: `${slug}-k` });
  expect(refused.body.errors).toEqual({ slug: ["An address can be changed 10 times within 12 months."] });
});

describe("addresses of facilities and fields", () => {
  const changeFacility = (body: object, id = club.facilityId) =>
    club.manager("PATCH", club.path(`/facilities/${id}`), body);
  const changeField = (body: object, id = fieldId) => club.manager("PATCH", club.path(`/fields/${id}`), body);
  const locationOf = async (path: string) => {
    const { statusCode, headers } = await visit(path);
    return [statusCode, headers.location];
  };

  test("a former one leads to where its place is now for a year, and is nobody else's meanwhile", async () => {
    await open();
    expect((await changeFacility({ slug: "berges" })).body.data.slug).toBe("berges");
    expect((await changeField({ slug: "centre" })).body.data.slug).toBe("centre");
    expect((await changeField({ slug: "central" })).status).toBe(200);
    await changesArrive();
    expect(await locationOf("/parc-des-berges")).toEqual([301, `/c/${slug}/berges`]);
    for (const path of ["/parc-des-berges/padel-1", "/berges/centre", "/parc-des-berges/central"])
      expect(await locationOf(`${path}?lang=en`)).toEqual([301, `/c/${slug}/berges/central?lang=en`]);
    expect((await visit("/berges/central")).statusCode).toBe(200);
    const taken = { slug: ["This address is taken."] };
    const elsewhere = await club.manager("POST", club.path("/facilities"), { name: "Annexe" });
    const other = await club.addField({ name: "Padel 2" });
    for (const wanted of ["berges", "parc-des-berges"])
      expect((await changeFacility({ slug: wanted }, elsewhere.body.data.id)).body.errors).toEqual(taken);
    for (const wanted of ["central", "centre", "padel-1"])
      expect((await changeField({ slug: wanted }, other)).body.errors).toEqual(taken);
    expect((await changeFacility({ slug: "find" })).body.errors).toEqual({ slug: ["This address is reserved."] });
    testApp.clock.set(new Date("2027-11-24T07:00:00Z"));
    const later = testApp.as(await testApp.member(club.organizationId, 2));
    expect((await visit("/berges/centre")).statusCode).toBe(404);
    expect((await later("PATCH", club.path(`/fields/${other}`), { slug: "centre" })).status).toBe(200);
  });

  test("one comes back to its own former one, and a name gives one that is free", async () => {
    await open();
    for (const wanted of ["berges", "parc-des-berges", "berges"])
      expect((await changeFacility({ slug: wanted })).body.data.slug).toBe(wanted);
    const { body } = await club.manager("POST", club.path("/facilities"), { name: "Parc des Berges" });
    expect(body.data.slug).toBe("parc-des-berges-2");
    expect((await changeFacility({ slug: null, name: "Les Quais" })).body.data.slug).toBe("les-quais");
  });

  test("a field that moves to another facility is found there", async () => {
    await open();
    const { body } = await club.manager("POST", club.path("/facilities"), { name: "Annexe" });
    const facilityId = body.data.id as string;
    await club.addField({ name: "Padel 1", facilityId });
    expect((await changeField({ facilityId })).body.data.slug).toBe("padel-1-2");
    await changesArrive();
    expect(await locationOf("/parc-des-berges/padel-1")).toEqual([404, undefined]);
    await club.addField({ name: "Padel 3" });
    await changesArrive();
    expect(await locationOf("/parc-des-berges/padel-1")).toEqual([301, `/c/${slug}/annexe/padel-1-2`]);
  });

  test("what is not published, or private, stands nowhere, under no address that it ever had", async () => {
    await club.addField({ name: "Padel 2" });
    await open();
    await changeField({ slug: "centre" });
    for (const hidden of [{ isPublished: false }, { isPublished: true, confidentiality: "private" }]) {
      await changeField(hidden);
      await changesArrive();
      for (const path of ["", "/find", "/parc-des-berges"]) expect(await textOf(path)).not.toContain("Padel 1");
      for (const path of ["/parc-des-berges/centre", "/parc-des-berges/padel-1"])
        expect((await visit(path)).statusCode).toBe(404);
      const { body } = await testApp.app.inject({ url: "/sitemap/1.xml" });
      expect(body).not.toContain(`/c/${slug}/parc-des-berges/centre`);
    }
    await changeFacility({ isPublished: false });
    await changesArrive();
    expect((await visit("/parc-des-berges")).statusCode).toBe(404);
    expect(await textOf()).not.toContain("Padel 2");
    expect((await change({ state: "public" })).body.errors.state).toEqual([
      "Before this page can be public: a public field.",
    ]);
  });
});

test.each(["ab", "Été", "a b", "api", "-a-", "x".repeat(41)])("“%s” is refused as an address", async (wrong) => {
  const { status, body } = await change({ slug: wrong });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["slug"]]);
});

test("one reads sports, town, prices, hours and free times, and reaches every start by a link", async () => {
  await open();
  const text = await textOf();
  for (const said of [
    "à Lyon",
    "42 quai des Berges",
    "+33 4 72 00 12 34",
    "36\u00a0€",
    "Tous les jours",
    "Libre ce soir",
  ])
    expect(text).toContain(said);
  expect(text).not.toContain("<script>");
  const [, href = ""] = /href="([^"]*find\?[^"]*time=19%3A00[^"]*)"/.exec(text) ?? [];
  const chosen = await testApp.app.inject({ url: href.replaceAll("&amp;", "&") });
  expect(chosen.body).toContain("19:00 – 20:30");
  expect(chosen.body).toContain(`/events/create?fieldId=${fieldId}&amp;date=2026-11-23`);
  const tomorrow = await textOf("?date=2026-11-24&duration=60");
  expect(tomorrow).toContain("24\u00a0€");
  expect(tomorrow).toContain('content="noindex, follow"');
});

test("both languages have an address each, and know of one another", async () => {
  await open();
  const [french, english] = [await textOf(), await textOf("?lang=en")];
  expect(french).toContain('<html lang="fr">');
  expect(english).toContain('<html lang="en">');
  expect(english).toContain("Find a slot");
  for (const text of [french, english]) {
    expect(text).toContain(`hreflang="en" href="http://localhost:3000/c/${slug}?lang=en"`);
    expect(text).toContain(`hreflang="x-default" href="http://localhost:3000/c/${slug}"`);
  }
  expect(english).toContain(`rel="canonical" href="http://localhost:3000/c/${slug}?lang=en"`);
});

test("the finder in the other language keeps what was chosen", async () => {
  await open();
  const french = await textOf("/find?date=2026-11-24&time=19:00&duration=60");
  const path = `/c/${slug}/find`;
  expect(french).toContain(`href="${path}?lang=en&amp;date=2026-11-24&amp;duration=60&amp;time=19%3A00"`);
  const english = await textOf("/find?lang=en&date=2026-11-24");
  expect(english).toMatch(new RegExp(`lang="fr"\\s+hreflang="fr"\\s+href="${path}\\?date=2026-11-24`));
});

test("nonsense in the address shows the page as it is", async () => {
  await open();
  const plain = await textOf();
  for (const query of ["?sport=x", "?date=2026-99-99", "?duration=-5", "?lang=de", "?time=25:00", "?from=nobody"])
    expect(await textOf(query)).toBe(plain);
});

test("a booking takes its start away within a second, and leaves no trace of itself", async () => {
  await open();
  const free = await textOf("/find");
  expect(free).toMatch(isFreeAtSeven);
  const draft = {
    ...{ fieldId, startTime: "2026-11-23T18:00:00Z", duration: 90, type: "game", name: "Anniversaire surprise" },
    ...{ customer: { name: "Zoé Chevalier", phone: "+33 6 12 34 56 78" }, confidentiality: "public" },
  };
  const booked = await club.staff("POST", club.path("/events"), draft);
  expect([booked.status, booked.body.errors]).toEqual([201, undefined]);
  await changesArrive();
  for (const path of ["", "/find", "/parc-des-berges", "/parc-des-berges/padel-1", "/legal", "/find?time=19:00"]) {
    const { body, headers } = await visit(path);
    expect(body).not.toMatch(isFreeAtSeven);
    for (const secret of ["Zoé", "Chevalier", "Anniversaire", "6 12 34", booked.body.data.id])
      expect(body + JSON.stringify(headers)).not.toContain(secret);
  }
});

test("a private field stands nowhere, and an unbookable one asks for the club", async () => {
  await club.addField({ name: "Salle secrète", confidentiality: "private" });
  await club.addField({ name: "Terrain annexe", bookable: false });
  await open();
  const { body } = await club.manager("GET", club.path("/fields?q=secr"));
  expect(body.data).toHaveLength(1);
  for (const path of ["", "/parc-des-berges", "/find"]) {
    const text = await textOf(path);
    expect(text).not.toContain("secrète");
    expect(text).not.toContain(body.data[0].id);
  }
  expect(await textOf("/parc-des-berges")).toContain("Voir avec le club");
  expect((await visit("/parc-des-berges/salle-secrete")).statusCode).toBe(404);
});

test("a part is shown where the field that contains it is private", async () => {
  const whole = await club.addField({ name: "Terrain caché", confidentiality: "private", sportIds: [2] });
  await club.addField({ name: "Moitié nord", parentId: whole, sportIds: [2] });
  await club.manager("PATCH", club.path(`/fields/${fieldId}`), { confidentiality: "private" });
  await open();
  const text = await textOf();
  expect(text).toContain("Moitié nord");
  expect(text).toMatch(/<title>[^<]* · \S/);
  expect(text).not.toContain("caché");
});

test("a price of a role is never told, only that there is one", async () => {
  const details = [
    { timeslot: "Always", plan: "90 minutes", price: 3600 },
    { timeslot: "Always", plan: "90 minutes", price: 1234, roleId: 4 },
  ];
  await club.addPrices([fieldId], { 90: 3600 }, { details });
  await open();
  const text = await textOf();
  expect(text).not.toMatch(/12,34/);
  expect(text).toContain("Les membres paient moins.");
});

test("what each field costs is read without a script: by hours of two patterns, other sports one press away, and for search engines", async () => {
  const [evening, tennis] = [
    { name: "Soir", start: "18:00", end: "22:00" },
    await club.addField({ name: "Court central", sportIds: [2] }),
  ];
  testApp.clock.advance(1000);
  const pattern = await club.addPrices(
    [fieldId],
    {},
    {
      ...{ timeslots: [evening], plans: [{ name: "60", duration: 60 }] },
      details: [{ timeslot: "Soir", plan: "60", price: 4150 }],
    },
  );
  await club.addPrices([tennis], { 60: 1900 });
  await open();
  const text = await textOf();
  const prices = /<section class="card" id="prices"[\s\S]*?<\/section>/.exec(text)?.[0] ?? "";
  for (const amount of ["41,50\u00a0€", "36\u00a0€", "19\u00a0€"]) expect(prices).toContain(amount);
  expect(prices).toMatch(/<details>\s*<summary>/);
  expect(text).toContain('"priceRange":"19\u00a0€ – 41,50\u00a0€"');
  expect(await textOf("/parc-des-berges/court-central")).toContain('"priceRange":"19\u00a0€"');
  const changed = await club.manager("PATCH", club.path(`/price-patterns/${pattern}`), {
    details: [{ timeslot: "Soir", plan: "60", price: 4750 }],
  });
  expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
  await changesArrive();
  expect(await textOf()).toContain("47,50\u00a0€");
  await open({ showsPrices: false });
  await changesArrive();
  expect(await textOf()).not.toContain("priceRange");
});

test("prices and free times can be left out", async () => {
  await open({ showsPrices: false, showsTimes: false });
  const text = await textOf();
  expect(text).not.toContain("36\u00a0€");
  expect(text).not.toContain('id="times"');
});

test("a name stays text, in the page and in its data for search engines", async () => {
  await open();
  const text = await textOf();
  expect(text).not.toContain("</script><b>");
  expect(text).toContain("Club &lt;/script&gt;&lt;b&gt;");
  const [, data = ""] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? [];
  const [organization, facility] = JSON.parse(data)["@graph"];
  expect([organization["@type"], organization.name]).toEqual(["SportsClub", `Club </script><b> ${clubs}`]);
  expect(facility).toMatchObject({
    "@type": "SportsActivityLocation",
    address: { "@type": "PostalAddress", postalCode: "69007", addressLocality: "Lyon", addressCountry: "FR" },
  });
});

test("hours past midnight close before they open, and a closed day is closed", async () => {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "22:00", end: "02:00" }));
  const closed = [{ name: "Noël", from: "2026-12-25", to: "2026-12-25", closed: true, hours: [] }];
  const path = club.path(`/opening-hour-patterns/${club.openingHourPatternId}`);
  expect((await club.manager("PATCH", path, { hours, exceptions: closed })).status).toBe(200);
  await open();
  const text = await textOf();
  const [, data = ""] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? [];
  const [, facility] = JSON.parse(data)["@graph"];
  expect(facility.openingHoursSpecification).toMatchObject([{ opens: "22:00", closes: "02:00" }]);
  expect(facility.specialOpeningHoursSpecification).toMatchObject([
    { validFrom: "2026-12-25", validThrough: "2026-12-25", opens: "00:00", closes: "00:00" },
  ]);
  expect(text).toContain("Vendredi 25 décembre");
});

test("the legal notice names who publishes and who is responsible, and no other page does", async () => {
  await open();
  const legal = await textOf("/legal");
  for (const said of ["Club SAS", "Camille Martin", "69007 Lyon"]) expect(legal).toContain(said);
  for (const path of ["", "/find", "/parc-des-berges"]) expect(await textOf(path)).not.toContain("Camille");
});

test("a kept page has a strong ETag in each encoding, and is told not to have changed", async () => {
  await open();
  const [plain, zipped] = [await visit(), await visit("", { "accept-encoding": "gzip" })];
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(zipped.headers.etag).not.toBe(plain.headers.etag);
  const refused = await visit("", { "accept-encoding": "gzip;q=0, identity" });
  expect([refused.headers["content-encoding"], refused.body]).toEqual([undefined, plain.body]);
  expect(plain.headers["cache-control"]).toBe("public, max-age=1, must-revalidate");
  const again = await visit("", { "if-none-match": String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("pages that must be computed are limited by network, and kept ones are free", async () => {
  await open();
  const from = { remoteAddress: "203.0.113.9" };
  const ask = (query: string) => testApp.app.inject({ url: `/c/${slug}/find${query}`, ...from });
  const dates = Array.from({ length: 40 }, (_, day) => `2026-12-${String((day % 28) + 1).padStart(2, "0")}`);
  const queries = dates.flatMap((date, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((more) => `?date=${date}&sport=${index * 8 + more}`),
  );
  let refused;
  for (const query of queries) {
    const answer = await ask(query);
    if (answer.statusCode === 429) {
      refused = answer;
      break;
    }
  }
  expect([refused?.statusCode, Number(refused?.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect(refused?.body).toContain("Too many attempts");
  expect((await ask(queries[250] ?? "")).statusCode).toBe(200);
}, 60_000);

test("search engines are told of public pages, and of nothing else", async () => {
  await open();
  const robots = await testApp.app.inject({ url: "/robots.txt" });
  expect(robots.body).toBe(
    "User-agent: *\nAllow: /c/\nAllow: /api/v1/files/\nAllow: /assets/\nAllow: /favicon.svg\nDisallow: /\n\nSitemap: http://localhost:3000/sitemap.xml\n",
  );
  const index = await testApp.app.inject({ url: "/sitemap.xml" });
  expect(index.body).toContain("<sitemap><loc>http://localhost:3000/sitemap/1.xml</loc></sitemap>");
  const listed = async () => (await testApp.app.inject({ url: "/sitemap/1.xml" })).body;
  for (const path of ["", "/parc-des-berges", "/parc-des-berges/padel-1"])
    expect(await listed()).toContain(`<loc>http://localhost:3000/c/${slug}${path}</loc>`);
  await change({ state: "unlisted" });
  expect(await listed()).not.toContain(`/c/${slug}`);
  for (const none of ["0.xml", "2.xml", "1", "one.xml"])
    expect((await testApp.app.inject({ url: `/sitemap/${none}` })).statusCode).toBe(404);
});

test("a demo asks search engines to stay away", () =>
  expect(renderRobots({ demo: true, appUrl: "https://demo.test" })).toBe("User-agent: *\nDisallow: /\n"));

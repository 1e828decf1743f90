import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createGoogleProvider } from "./google.ts";
import { resolvePlace } from "./resolve.ts";

/** Simulates the providers; each test sets the answers. */
let server: Server;
let base: string;
let requests: { method: string; url: URL; body: string; headers: IncomingMessage["headers"] }[];
let answer: (url: URL, body: string) => { status?: number; body?: unknown; afterMs?: number };
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const url = new URL(request.url ?? "", base);
      requests.push({ method: request.method ?? "", url, body, headers: request.headers });
      const given = answer(url, body);
      const text = typeof given.body === "string" ? given.body : JSON.stringify(given.body ?? {});
      setTimeout(() => response.writeHead(given.status ?? 200).end(text), given.afterMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => (requests = []));

const feature = (properties: object, coordinates = [4.8322, 45.7262]) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates },
  properties,
});
const gerland = feature({
  label: "353 Avenue Jean Jaurès 69007 Lyon",
  score: 0.97,
  id: "69387_3440_00353",
  type: "housenumber",
  name: "353 Avenue Jean Jaurès",
  postcode: "69007",
  city: "Lyon",
  street: "Avenue Jean Jaurès",
  _type: "address",
});
const stadium = feature({
  toponym: "Stade de Gerland",
  name: ["Stade de Gerland", "Matmut Stadium"],
  category: ["sportif"],
  postcode: ["69007", "69008"],
  city: ["Lyon"],
  extrafields: { cleabs: "SURFACTI0000000012345678" },
  _type: "poi",
});
const collection = (...features: unknown[]) => ({ body: { type: "FeatureCollection", features } });

async function withTestApp(
  env: Record<string, string>,
  run: (api: ApiCall, testApp: TestApp) => Promise<void>,
): Promise<void> {
  const testApp = await createTestApp({ env });
  try {
    await run(testApp.as(await testApp.person()), testApp);
  } finally {
    await testApp.close();
  }
}
const of = (q: string, more = "") => `/places/autocomplete?q=${encodeURIComponent(q)}${more}`;
const geopf = { ADDRESS_PROVIDERS: "geopf,local", GEOPF_URL: "" };
const envOf = (env: Record<string, string>) => ({ ...env, ...("GEOPF_URL" in env && { GEOPF_URL: base }) });

describe("the French geocoder", () => {
  test("is asked as its documents say, and what it knows becomes places, each once", () =>
    withTestApp(envOf(geopf), async (api) => {
      const sameLabel = { ...gerland.properties, id: "x", name: "353 avenue Jean-Jaures" };
      answer = () => collection(gerland, stadium, gerland, feature(sameLabel));
      const { status, body } = await api("GET", of("353 av jean jaurès"));
      expect(requests.map(({ url }) => `${url.pathname} ${String(new URLSearchParams(url.search))}`)).toEqual([
        "/search q=353+av+jean+jaur%C3%A8s&limit=8&autocomplete=1&index=address%2Cpoi",
      ]);
      expect([status, body.data]).toEqual([
        200,
        [
          {
            placeId: "geopf:69387_3440_00353:353 Avenue Jean Jaurès 69007 Lyon",
            description: "353 Avenue Jean Jaurès, 69007 Lyon",
            mainText: "353 Avenue Jean Jaurès",
            secondaryText: "69007 Lyon",
          },
          {
            placeId: "geopf:SURFACTI0000000012345678:Stade de Gerland, 69007 Lyon",
            description: "Stade de Gerland, 69007 Lyon",
            mainText: "Stade de Gerland",
            secondaryText: "69007 Lyon",
          },
        ],
      ]);
    }));

  test("fewer than three characters find nothing, and nobody is asked", () =>
    withTestApp(envOf(geopf), async (api) => {
      expect((await api("GET", of(" ly "))).body.data).toEqual([]);
      expect(requests).toEqual([]);
    }));

  test("what several people type is asked once in ten minutes", () =>
    withTestApp(envOf(geopf), async (api, testApp) => {
      answer = () => collection(gerland);
      await api("GET", of("gerland"));
      await api("GET", of("Gerland "));
      expect(requests).toHaveLength(1);
      testApp.clock.advance(11 * 60_000);
      await api("GET", of("gerland"));
      expect(requests).toHaveLength(2);
    }));

  test.each([
    ["an error", () => ({ status: 500 })],
    ["something else", () => ({ body: "<html>" })],
    ["another shape", () => ({ body: { features: [{ geometry: null }] } })],
    ["too much", () => ({ body: "x".repeat(1_000_001) })],
    ["nothing in two seconds", () => ({ afterMs: 3000 })],
  ])("where it answers %s, the towns of the list do", async (_what, given) =>
    withTestApp(envOf(geopf), async (api) => {
      answer = given;
      const { status, body } = await api("GET", of("villeurb"));
      expect([status, body.data[0].description]).toEqual([200, "69100 Villeurbanne"]);
    }),
  );

  test("where nobody answers, the service is not ready, in these words", () =>
    withTestApp({ ...envOf(geopf), ADDRESS_PROVIDERS: "geopf" }, async (api) => {
      answer = () => ({ status: 503 });
      for (const language of ["en", "fr"]) {
        const { status, body, headers } = await api("GET", of("gerland"), undefined, { "accept-language": language });
        expect([status, body.message]).toEqual([503, "Service non initialisé"]);
        expect(headers["retry-after"]).toBe("10");
      }
    }));

  test("a place is resolved without asking again; after a restart by searching once more", async () => {
    const placeId = "geopf:69387_3440_00353:353 Avenue Jean Jaurès 69007 Lyon";
    const located = {
      placeId,
      completeAddress: "353 Avenue Jean Jaurès, 69007 Lyon",
      line1: "353 Avenue Jean Jaurès",
      postalCode: "69007",
      city: "Lyon",
      countryCode: "FR",
      latitude: 45.7262,
      longitude: 4.8322,
      timezone: "Europe/Paris",
    };
    answer = () => collection(stadium, gerland);
    await withTestApp(envOf(geopf), async (api, { appContext }) => {
      await api("GET", of("353 avenue"));
      expect(await resolvePlace(appContext, placeId, "fr")).toEqual(located);
      expect(requests).toHaveLength(1);
    });
    await withTestApp(envOf(geopf), async (_ask, { appContext }) => {
      expect(await resolvePlace(appContext, placeId, "fr")).toEqual(located);
      expect(requests.at(-1)?.url.searchParams.get("q")).toBe("353 Avenue Jean Jaurès 69007 Lyon");
      // Renamed since, but the same id.
      expect((await resolvePlace(appContext, "geopf:69387_3440_00353:353 Avenue Jaurès", "fr")).city).toBe("Lyon");
    });
  });
});

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { status?: number; errors?: object }) => [error.status, Object.keys(error.errors ?? {})],
  );

test.each(["geopf:1:Nowhere at all", "geopf:", "local:atlantis-fr:69001:", "google:abcdef", "x"])(
  "%s is no place: 422 beside placeId",
  (placeId) =>
    withTestApp(envOf(geopf), async (_ask, { appContext }) => {
      answer = () => collection(gerland);
      expect(await problemOf(resolvePlace(appContext, placeId, "fr"))).toEqual([422, ["placeId"]]);
    }),
);

test("a provider that is away when a place is chosen: 503 beside placeId", () =>
  withTestApp(envOf(geopf), async (_ask, { appContext }) => {
    answer = () => ({ status: 429 });
    expect(await problemOf(resolvePlace(appContext, "geopf:1:Somewhere", "fr"))).toEqual([503, ["placeId"]]);
  }));

test("with addresses switched off the service is not ready, and the browser may know", () =>
  withTestApp({ ADDRESS_PROVIDERS: "off" }, async (api) => {
    expect((await api("GET", of("lyon"))).status).toBe(503);
    expect((await api("GET", "/general/config")).body.data.addresses).toEqual([]);
  }));

test("whoever asks without end is told to wait, for providers count and charge", () =>
  withTestApp({ ADDRESS_PROVIDERS: "local" }, async (api, testApp) => {
    expect((await api("GET", of("lyon"))).status).toBe(200);
    await testApp.db.updateTable("rate_limits").set({ hits: 600 }).where("key", "like", "places.account:%").execute();
    expect(await api("GET", of("lyon 7"))).toMatchObject({ status: 429, headers: { "retry-after": "600" } });
    expect((await testApp.as(await testApp.person())("GET", of("lyon"))).status).toBe(200);
  }));

describe("Google", () => {
  const prediction = (placeId: string, main: string, secondary: string) => ({
    placePrediction: {
      placeId,
      text: { text: `${main}, ${secondary}` },
      structuredFormat: { mainText: { text: main }, secondaryText: { text: secondary } },
    },
  });
  const component = (type: string, longText: string, shortText = longText) => ({ longText, shortText, types: [type] });
  const asking = {
    language: "fr" as const,
    country: "FR",
    session: "5a1f0c9e-7a40-4c3b-9d0e-5b1f6a2c8d91",
    signal: AbortSignal.timeout(60_000),
  };

  test("is asked by type with one session, for no more than is shown, and what it knows twice counts once", () =>
    withTestApp({ ADDRESS_PROVIDERS: "google,local", GOOGLE_PLACES_KEY: "secret" }, async (_ask, testApp) => {
      const provider = createGoogleProvider("secret", base);
      answer = (_url, body) => ({
        body: body.includes("establishment")
          ? { suggestions: [prediction("ChIJstade", "Stade de Gerland", "Lyon, France"), { queryPrediction: {} }] }
          : { suggestions: [prediction("ChIJavenue", "353 Avenue Jean Jaurès", "Lyon, France")] },
      });
      const found = await provider.suggest("gerland", asking);
      expect(found.map(({ placeId, mainText }) => [placeId, mainText])).toEqual([
        ["google:ChIJavenue", "353 Avenue Jean Jaurès"],
        ["google:ChIJstade", "Stade de Gerland"],
      ]);
      expect(requests.map(({ url, method }) => `${method} ${url.pathname}`)).toEqual(
        Array.from({ length: 2 }, () => "POST /places:autocomplete"),
      );
      for (const { body, headers } of requests) {
        expect(JSON.parse(body)).toMatchObject({ input: "gerland", languageCode: "fr", sessionToken: asking.session });
        expect(headers["x-goog-api-key"]).toBe("secret");
        expect(headers["x-goog-fieldmask"]).toMatch(/^suggestions\.placePrediction\.placeId,/);
      }
      expect(testApp.appContext.config.addresses.providers).toEqual(["google", "local"]);
    }));

  test("a choice ends the session, and gives the parts of the address", async () => {
    const provider = createGoogleProvider("secret", base);
    answer = () => ({
      body: {
        formattedAddress: "350 5th Ave, New York, NY 10118, USA",
        location: { latitude: 40.7484, longitude: -73.9857 },
        displayName: { text: "Empire State Building" },
        addressComponents: [
          component("street_number", "350"),
          component("route", "5th Avenue", "5th Ave"),
          component("locality", "New York"),
          component("administrative_area_level_1", "New York", "NY"),
          component("postal_code", "10118"),
          component("country", "United States", "US"),
        ],
      },
    });
    expect(await provider.resolve("google:ChIJempire", asking)).toEqual({
      completeAddress: "350 5th Ave, New York, NY 10118, USA",
      line1: "350 5th Avenue",
      postalCode: "10118",
      city: "New York, NY",
      countryCode: "US",
      latitude: 40.7484,
      longitude: -73.9857,
    });
    expect(requests[0]?.url.pathname).toBe("/places/ChIJempire");
    expect(requests[0]?.url.searchParams.get("sessionToken")).toBe(asking.session);
    expect(requests[0]?.headers["x-goog-fieldmask"]).toBe("formattedAddress,location,addressComponents,displayName");
    answer = () => ({ status: 404 });
    expect(await provider.resolve("google:ChIJgone", asking)).toBeUndefined();
    expect(await provider.resolve("google:../admin", asking)).toBeUndefined();
    answer = () => ({ status: 403 });
    await expect(provider.resolve("google:ChIJempire", asking)).rejects.toThrow("403");
  });
});

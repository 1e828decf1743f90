import { describe, expect, test } from "vitest";
import { localProvider } from "./local.ts";
import { timezoneAt } from "./resolve.ts";
import { towns } from "./towns.ts";
import { formatAddress } from "./address-text.ts";

describe("without asking anybody", () => {
  const asking = { language: "fr" as const, country: "FR", session: undefined, signal: AbortSignal.timeout(60_000) };
  const descriptionsOf = async (q: string) => (await localProvider.suggest(q, asking)).map((one) => one.description);

  test.each([
    ["lyo", ["69001 Lyon"]],
    ["69007 lyon", ["69007 Lyon"]],
    ["saint eti", ["42000 Saint-Étienne"]],
    ["8 rue des Docks, 69009 Lyon", ["8 rue des Docks, 69009 Lyon"]],
    ["8 rue des docks lyon", ["8 rue des docks, 69001 Lyon"]],
    ["12 rue de Paris Lille", ["12 rue de Paris, 59000 Lille"]],
    ["350 5th Ave new york ny 10118", ["350 5th Ave, New York, NY 10118"]],
    ["350 5th Ave, new y", ["350 5th Ave, New York, NY 10001"]],
    ["the moon", []],
    ["12 lyon", []],
  ])("%s", async (q, expected) => expect(await descriptionsOf(q)).toEqual(expected));

  test("a street without a town is one of the largest towns'", async () => {
    expect((await descriptionsOf("12 rue de Paris"))[0]).toBe("12 rue de Paris, 75001 Paris");
    expect(await descriptionsOf("200 Campus Drive")).toHaveLength(4);
  });

  test("every suggestion resolves to itself, also much later", async () => {
    for (const q of ["8 rue des Docks : bât. B, 69009 Lyon", "lyon", "350 5th Ave, New York", "saint-denis"]) {
      const [first] = await localProvider.suggest(q, asking);
      expect(await localProvider.resolve(first?.placeId ?? "", asking)).toEqual(first?.located);
    }
  });

  test("every town has a zone of its own country", () => {
    const zones = new Map(towns.map((town) => [town.name, timezoneAt(town)]));
    expect(["Lyon", "Saint-Denis", "Pointe-à-Pitre", "New York", "Los Angeles"].map((name) => zones.get(name))).toEqual(
      ["Europe/Paris", "Indian/Reunion", "America/Guadeloupe", "America/New_York", "America/Los_Angeles"],
    );
    const overseas = (name: string) => zones.get(name) !== "Europe/Paris";
    const french = towns.filter(({ countryCode, postalCode }) => countryCode === "FR" && !postalCode.startsWith("97"));
    expect(french.filter(({ name }) => overseas(name))).toEqual([]);
    const american = towns.filter(({ countryCode }) => countryCode === "US");
    for (const { name } of american) expect(zones.get(name), name).toMatch(/^(America|Pacific\/Honolulu)/);
  });
});

test("an address is written as its country writes it", () => {
  const parts = { line1: "1 Way", postalCode: "62701", city: "Springfield, IL" };
  expect(formatAddress({ ...parts, countryCode: "US" })).toBe("1 Way, Springfield, IL 62701");
  expect(formatAddress({ line1: null, postalCode: "69001", city: "Lyon", countryCode: "FR" })).toBe("69001 Lyon");
});

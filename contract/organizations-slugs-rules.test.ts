import { expect, test } from "vitest";
import { isSlug, MAX_SLUG_LENGTH, proposeSlug } from "./organizations-slugs-rules.ts";

const free = () => false;

test.each([
  ["Tennis Club des Berges", "tennis-club-des-berges"],
  ["Padel de l’Île — n° 2", "padel-de-l-ile-n-2"],
  ["Cœur de ville", "coeur-de-ville"],
  ["A", "club-a"],
  ["テニス", "club"],
  ["--", "club"],
])("%s has the address %s", (name, slug) => expect(proposeSlug(name, free, "club")).toBe(slug));

test("what is taken gets a number, within the length of an address", () => {
  const taken = new Set<string>();
  const names = ["Court", "Court", "Court", "x".repeat(100), "x".repeat(100)].map((name) => {
    const slug = proposeSlug(name, (one) => taken.has(one), "field");
    taken.add(slug);
    return slug;
  });
  expect(names.slice(0, 3)).toEqual(["court", "court-2", "court-3"]);
  expect(names.every(isSlug)).toBe(true);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(MAX_SLUG_LENGTH);
});

test.each(["ab", "-court", "court-", "a--b", "Court", "été", "a b", "x".repeat(41), ""])("“%s” is no address", (text) =>
  expect(isSlug(text)).toBe(false),
);

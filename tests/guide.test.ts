import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pagePaths } from "#contract/page-paths.ts";
import { type Language, languages } from "#messages/translator.ts";
import { findGuideTopic, guidePages, guideTopics } from "#web/general/guide-topics.ts";
import { type GuidePage, parseGuidePage } from "#web/general/parse-guide.ts";
import { searchGuide } from "#web/general/search-guide.ts";
import { splitWords } from "#web/search/highlight.tsx";

const sourceOf = (language: Language, page: string) => readFileSync(`docs/guide/${language}/${page}.md`, "utf8");
const pageNames = (language: Language) =>
  readdirSync(`docs/guide/${language}`).map((file) => file.replace(/\.md$/, ""));
const parse = (language: Language) =>
  new Map(pageNames(language).map((page): [string, GuidePage] => [page, parseGuidePage(sourceOf(language, page))]));
const guides = { en: parse("en"), fr: parse("fr") };
const anchorsOf = (language: Language, page: string) => guides[language].get(page)?.sections.map(({ id }) => id);

/** Pages of the guide itself, of the law, and none that anybody needs help with. */
const isWithoutTopic = (path: string) => /^\/(?:guide|legal)(?:\/|$)/.test(path);
const isThere = (language: Language, topic: string) => {
  const [page = "", anchor] = topic.split("#");
  const anchors = anchorsOf(language, page);
  return anchors !== undefined && (anchor === undefined || anchors.includes(anchor));
};

test("each page of the product has its place in the guide, and no page that is gone", () => {
  expect(Object.keys(guideTopics).toSorted()).toEqual(pagePaths.filter((path) => !isWithoutTopic(path)).toSorted());
});

test("a page that is added without a place in the guide is seen", () => {
  const withPage = [...pagePaths, "/organizations/$organizationId/tournaments"];
  expect(withPage.filter((path) => !isWithoutTopic(path) && !(path in guideTopics))).toEqual([
    "/organizations/$organizationId/tournaments",
  ]);
});

test("an address as the browser shows it leads to the place of its page, and not to that of a similar one", () => {
  const organization = "/organizations/0190a0b0-0000-7000-8000-000000000000";
  const found = (path: string) => {
    const { page, anchor } = findGuideTopic(path) ?? {};
    return `${page}#${anchor}`;
  };
  expect(found(`${organization}/planning`)).toBe("planning#");
  expect(found(`${organization}/events/0190a0b0`)).toBe("events#one");
  expect(found(`${organization}/events/create`)).toBe("events#create");
  expect(found("/organizations/create")).toBe("platform#organizations");
  expect(found("/users")).toBe("platform#users");
  expect(found(`${organization}/users`)).toBe("customers#");
  expect(findGuideTopic("/nowhere/at/all")).toBeUndefined();
});

test("both languages have the same pages with the same headings, in the same order", () => {
  expect(pageNames("fr")).toEqual(pageNames("en"));
  for (const page of pageNames("en")) expect([page, anchorsOf("fr", page)]).toEqual([page, anchorsOf("en", page)]);
});

test("the contents list each page once", () => {
  expect([...guidePages].toSorted()).toEqual(pageNames("en").toSorted());
});

describe.each(languages)("in %s", (language) => {
  const messages = JSON.parse(readFileSync(`messages/${language}.json`, "utf8")) as Record<
    string,
    Record<string, string | Record<string, string>>
  >;
  const texts = new Set(
    Object.values(messages).flatMap((module) =>
      Object.values(module).flatMap((text) => (typeof text === "string" ? [text] : Object.values(text))),
    ),
  );

  test("each page of the product leads to a page and a heading that are there", () => {
    expect(Object.entries(guideTopics).filter(([, topic]) => !isThere(language, topic))).toEqual([]);
  });

  test("each page says in one paragraph what it is about, and each heading has a text and an anchor of its own", () => {
    for (const [name, { title, intro, sections }] of guides[language]) {
      expect([name, title.length > 3, intro.length > 20, intro.includes("\n")]).toEqual([name, true, true, false]);
      expect(sections.length, name).toBeGreaterThan(1);
      expect(new Set(sections.map(({ id }) => id)).size, name).toBe(sections.length);
      for (const { html, heading } of sections) expect(html.length, `${name}: ${heading}`).toBeGreaterThan(60);
    }
  });

  test("what is bold is the name of a button or a field, exactly as the product has it", () => {
    const quoted = pageNames(language).flatMap((page) =>
      [...sourceOf(language, page).matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => ({ page, name })),
    );
    expect(quoted.length).toBeGreaterThan(200);
    expect(quoted.filter(({ name }) => !texts.has(name))).toEqual([]);
  });

  test("links between its pages become addresses of the product", () => {
    const links = [...guides[language].values()].flatMap(({ sections }) =>
      sections.flatMap(({ html }) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href)),
    );
    expect(links.length).toBeGreaterThan(15);
    const lost = links.filter(
      (href) => !href.startsWith("/guide/") || !isThere(language, href.slice("/guide/".length)),
    );
    expect(lost).toEqual([]);
  });

  test("there are no straight quotes, and no HTML but anchors", () => {
    const sources = pageNames(language).map((page) =>
      sourceOf(language, page).replaceAll(/<a id="[a-z0-9-]+"><\/a>/g, ""),
    );
    expect(sources.filter((text) => /["']|<|\.\.\./.test(text))).toEqual([]);
  });
});

test("French has its own typography in the guide too", () => {
  const wrong = pageNames("fr").flatMap((page) =>
    [
      ...sourceOf("fr", page).matchAll(
        /.{0,20}(?:[^\u00A0\u202F(`][;!?»]|[^\u00A0\u202F`]:(?=\s)|«[^\u00A0\u202F]).{0,20}/g,
      ),
    ].map(([text]) => `${page}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test("parts are found by words in any order, those with them in the heading first", () => {
  const topicsFor = (language: Language, text: string) =>
    searchGuide(Object.fromEntries(guides[language]), splitWords(text)).map(({ topic }) => topic);
  expect(topicsFor("fr", "pluie")[0]).toBe("rain#over-bookings");
  expect(topicsFor("fr", "fermer terrain")).toContain("opening-hours#closures");
  // Nothing says all of it: the heading with one of the words helps.
  expect(topicsFor("fr", "fermer un court")).toContain("opening-hours#closures");
  expect(topicsFor("en", "takings")[0]).toBe("payments#takings");
  expect(topicsFor("en", "xyzzy")).toEqual([]);
  expect(topicsFor("en", "an of")).toEqual([]);
});

test("a page without a title, and a heading without an anchor, are refused", () => {
  expect(() => parseGuidePage("Planning\n")).toThrow("begins with its title");
  expect(() => parseGuidePage("# Planning\n\nDays.\n\n## Book\n\nClick.\n")).toThrow("has no anchor");
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { activityMessageKey } from "#contract/activity.ts";
import { activityActs, contract } from "#contract/index.ts";
import { translators } from "#server/kit/process/translators.ts";
import { generateMessageKeys } from "#messages/generate-keys.ts";
import { languages, translator, type Language, type MessageFile } from "#messages/translator.ts";
import { listProjectFiles } from "./support/project-files.ts";

const read = (language: Language) => JSON.parse(readFileSync(`messages/${language}.json`, "utf8")) as MessageFile;
const files = { en: read("en"), fr: read("fr") };
const keysOf = (file: MessageFile) =>
  Object.entries(file).flatMap(([module, texts]) => Object.keys(texts).map((key) => `${module}.${key}`));
const keys = keysOf(files.en);
const textOf = (file: MessageFile, key: string) => {
  const [module = "", name = ""] = key.split(".");
  return file[module]?.[name] ?? "";
};
const formsOf = (file: MessageFile, key: string): string[] => {
  const text = textOf(file, key);
  return typeof text === "string" ? [text] : Object.values(text);
};
const allTexts = (language: Language) =>
  keysOf(files[language]).flatMap((key) => formsOf(files[language], key).map((text) => ({ key, text })));
const wrong = (language: Language, pattern: RegExp) =>
  allTexts(language).flatMap(({ key, text }) => (pattern.test(text) ? [`${key}: ${text}`] : []));
const paramsOf = (file: MessageFile, key: string) =>
  [
    ...new Set(formsOf(file, key).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))),
  ].toSorted();

describe("both languages", () => {
  test("have the same keys", () => expect(keysOf(files.fr)).toEqual(keys));

  test("have the same placeholders in every text", () => {
    const different = keys.filter((key) => String(paramsOf(files.en, key)) !== String(paramsOf(files.fr, key)));
    expect(different).toEqual([]);
  });

  test("have plural forms at the same keys", () => {
    expect(keys.filter((key) => typeof textOf(files.en, key) !== typeof textOf(files.fr, key))).toEqual([]);
  });
});

describe.each(languages)("%s", (language) => {
  test("has no empty text, and none that begins or ends in a space", () =>
    expect(wrong(language, /^\s|\s$|^$/)).toEqual([]));

  test("has its keys in order, so that two people who add some get no merge conflict", () => {
    const moduleNames = Object.keys(files[language]);
    expect(moduleNames).toEqual(moduleNames.toSorted());
    for (const [module, texts] of Object.entries(files[language]))
      expect(Object.keys(texts), module).toEqual(Object.keys(texts).sort());
  });

  test("has every plural form that whole numbers ask for", () => {
    const plural = new Intl.PluralRules(language);
    const needed = new Set(Array.from({ length: 200 }, (_, number) => plural.select(number)).concat("other"));
    const plurals = keys.map((key) => textOf(files[language], key)).filter((text) => typeof text === "object");
    for (const forms of plurals) expect(Object.keys(forms)).toEqual(expect.arrayContaining([...needed]));
  });

  test("has dots and apostrophes as they are printed", () =>
    expect(wrong(language, /\.\.\.|\w'\w(?!.*\{perm\})/)).toEqual([]));
});

test("the first part of each key is a module", () => {
  const knownModules = [...Object.keys(contract), "kit", "overview", "demo"];
  expect(Object.keys(files.en).filter((module) => !knownModules.includes(module))).toEqual([]);
});

test("French has ’ for apostrophes, « » for quotes, and spaces that do not break before : ; ! ?", () => {
  expect(wrong("fr", /['"“”]/)).toEqual([]);
  expect(wrong("fr", /[^\u00A0\u202F][;!?»](\s|$)|[^\u00A0\u202F]:(\s|$)|«[^\u00A0\u202F]/)).toEqual([]);
});

test("the keys that the compiler knows are those of the message files", () => {
  expect(readFileSync("messages/keys.ts", "utf8")).toBe(
    generateMessageKeys(files.en as Parameters<typeof generateMessageKeys>[0]),
  );
});

const code = listProjectFiles().filter(
  (file) =>
    ["contract", "dev", "server", "web", "messages"].includes(file.side) && !file.isTest && /\.tsx?$/.test(file.path),
);

test("every key is used, or made from a list that its module knows", () => {
  const written = new Set(code.flatMap((file) => file.code.match(/(?<=")[\w-]+\.\w+(?=")/g) ?? []));
  // `fields.${name}`: the names are in the file with the template, or in the module's contract.
  const makers = new Map<string, string>();
  for (const file of code) {
    for (const [, prefix = ""] of file.code.matchAll(/`(\w+\.\w*)\$\{/g)) {
      const contract = code.find(({ path }) => path === `contract/${prefix.split(".")[0]}.ts`)?.code ?? "";
      makers.set(prefix, `${makers.get(prefix) ?? contract} ${file.code}`);
    }
  }
  const isMade = (key: string) =>
    [...makers].some(
      ([prefix, names]) => key.startsWith(prefix) && new RegExp(`\\b${key.slice(prefix.length)}\\b`).test(names),
    );
  const actKeys = new Set(activityActs.map(activityMessageKey));
  const unused = keys.filter((key) => !written.has(key) && !isMade(key) && !actKeys.has(key));
  expect(unused).toEqual([]);
});

test("every key that code names is there", () => {
  const modules = Object.keys(files.en).join("|");
  const calls = new RegExp(
    `(?:\\bt|\\bmessage|\\bissueMessage|successMessage:|label:|error:)\\s*\\(?\\s*"((?:${modules})\\.\\w+)"`,
    "g",
  );
  const named = code.flatMap((file) => [...file.code.matchAll(calls)].map(([, key = ""]) => `${file.path}: ${key}`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((use) => !keys.includes(use.split(": ")[1] ?? ""))).toEqual([]);
});

describe("a translator", () => {
  test("puts what it is given into the text, as often as it stands there", () => {
    expect(translators.en("kit.page", { page: 1, totalPages: 1, count: 1 })).toBe("page 1 of 1 - 1 result");
    expect(translators.en("kit.page", { page: 2, totalPages: 3, count: 41 })).toBe("page 2 of 3 - 41 results");
  });

  test("chooses the plural form of its language", () => {
    const said = (t: typeof translators.en, count: number) => t("kit.results", { count });
    expect([0, 1, 2].map((count) => said(translators.en, count))).toEqual(["0 results", "1 result", "2 results"]);
    expect(said(translators.fr, 0)).toBe(said(translators.fr, 1).replace("1", "0"));
    expect(said(translators.fr, 2)).not.toBe(said(translators.fr, 1).replace("1", "2"));
  });

  test("says in English what French does not know yet, and the key where nobody knows", () => {
    const t = translator("fr", { kit: {} }, files.en);
    expect(t("kit.save")).toBe(translators.en("kit.save"));
    expect(translator("fr", {})("kit.save")).toBe("kit.save");
  });

  test("writes numbers with the separators of its language, and texts as they are", () => {
    const most = 20_000;
    expect(translators.en("imports.tooManyRows", { most })).toContain("20,000 rows");
    expect(translators.fr("imports.tooManyRows", { most })).toContain("20\u202F000 lignes");
    expect(translators.fr("kit.max", { max: 12.5 })).toContain("12,5");
    expect(translators.en("imports.unknownSport", { name: "20000" })).toContain("20000");
  });

  test("leaves braces in what it is given alone", () => {
    expect(translators.en("kit.remove", { name: "{name} $& {count}" })).toBe("Remove {name} $& {count}");
  });
});

test("one of something is told in the singular", () => {
  const t = translators.fr;
  expect([
    t("kit.tooManyMinutes", { count: 1 }),
    t("extras.free", { count: 1 }),
    t("accounting.daysLeft", { count: 1, total: 30 }),
    t("series.playedOf", { count: 1, total: 8 }),
    t("fields.andMore", { count: 1 }),
  ]).toEqual([
    ...["Trop de tentatives. Réessayez dans 1 minute.", "1 disponible", "1 jour sur 30", "1 sur 8 jouée", "et 1 autre"],
  ]);
});

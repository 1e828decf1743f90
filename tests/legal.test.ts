/** Compares what the legal pages say with what the code does: keys, cookies, tables, connections to others, versions. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { storageKey as scrollStorageKey } from "@tanstack/router-core";
import { describe, expect, test } from "vitest";
import {
  cacheNames,
  cookies,
  MAX_KEPT_HOURS,
  type Operator,
  otherTables,
  personalTables,
  processors,
  GUEST_STEPS_MINUTES,
  sessionStorageKeys,
  storageKeys,
} from "#contract/personal-data.ts";
import { retention } from "#contract/personal-data-retention-rules.ts";
import { legalVersions } from "#contract/personal-data-versions-rules.ts";
import { settings } from "#server/kit/process/settings.ts";
import { texts as english } from "#web/general/legal-en.ts";
import { texts as french } from "#web/general/legal-fr.ts";
import type { LegalDocument } from "#web/general/legal-document.ts";
import { enforceRules, filesWhere, isProduct, codeMatches } from "./support/project-rules.ts";
import { listProjectFiles } from "./support/project-files.ts";

const nobody: Operator = {
  name: null,
  address: null,
  email: null,
  phone: null,
  registration: null,
  publisher: null,
  hostName: null,
  hostAddress: null,
  hostPhone: null,
};
const somebody = Object.fromEntries(
  Object.keys(nobody).map((member) => [member, `<${member}>`]),
) as unknown as Operator;
const languages = { english, french };
const textOf = ({ intro, sections }: LegalDocument) =>
  [intro, ...sections.flatMap(({ heading, blocks }) => [heading, ...blocks.flat()])].join("\n");

const touchesStorage = /\b(?:localStorage|sessionStorage|indexedDB|caches\.open|document\.cookie|cookieStore)\b/;

enforceRules({
  "what the browser keeps has a declared key": {
    find: (files) =>
      filesWhere(
        files,
        (file) =>
          isProduct(file) &&
          file.side === "web" &&
          touchesStorage.test(file.code) &&
          (!file.code.includes("#contract/personal-data.ts") ||
            /Storage\.\w+Item\(\s*["'`]/.test(file.code) ||
            /storageKey\w* = [^;]*["'`][\w-]/.test(file.code)),
      ),
    breakage: {
      "web/events/draft.ts": 'localStorage.setItem("event-draft", text);',
      "web/events/booking.ts":
        'import { storageKeys } from "#contract/personal-data.ts";\nconst storageKey = "mine"; localStorage.getItem(storageKey);',
    },
  },
  "nothing but local storage, declared keys of a tab and declared caches is used, and no cookie is set": {
    find: (files) =>
      codeMatches(
        files.filter(isProduct),
        /\bsessionStorage\.(?!\w+Item\(sessionStorageKeys\.)|\bindexedDB\b|\bcaches\.open\((?!cacheNames\.)|\bdocument\.cookie\b|\bcookieStore\b|["'`]set-cookie["'`]|\bsetCookie\(/i,
      ),
    breakage: {
      "web/events/draft.ts": 'document.cookie = "seen=1";',
      "web/events/steps.ts": "sessionStorage.setItem(stepsKey, text);",
      "web/events/kept.ts": 'await caches.open("events");',
      "server/accounts/login.ts": 'reply.header("Set-Cookie", token);',
    },
  },
});

const code = (side: string) =>
  listProjectFiles()
    .filter((file) => isProduct(file) && file.side === side && file.path !== "contract/personal-data.ts")
    .map((file) => `${file.path}\n${file.code}`);

test("each declared key is used by the web, the theme and the language by the script before the first paint too", () => {
  const web = code("web").filter((text) => !text.startsWith("web/general/legal-"));
  for (const name of Object.keys(storageKeys))
    expect(
      web.some((text) => text.includes(`storageKeys.${name}`)),
      name,
    ).toBe(true);
  const keys = [...readFileSync("web/public/theme.js", "utf8").matchAll(/Storage\.getItem\("([^"]+)"\)/g)];
  expect(keys.map(([, key]) => key)).toEqual([storageKeys.theme, storageKeys.language]);
});

test("each declared cache is used, and the service worker opens no other", () => {
  const web = code("web").filter((text) => !text.startsWith("web/general/legal-"));
  for (const name of Object.keys(cacheNames))
    expect(
      web.some((text) => text.includes(`caches.open(cacheNames.${name})`)),
      name,
    ).toBe(true);
  const worker = readFileSync("server/kit/http/service-worker.js", "utf8");
  expect([...worker.matchAll(/caches\.\w+\((.*?)\)/g)].map(([, name]) => name)).toEqual(["cacheNames.offlinePage"]);
  expect(worker).not.toMatch(/localStorage|indexedDB|importScripts|authorization/i);
});

test("the session storage holds what the router writes and a booking under way, and there are no cookies", () => {
  expect(sessionStorageKeys).toEqual({ scroll: scrollStorageKey, guestSteps: "guest-steps." });
  expect(code("web").some((text) => text.includes("sessionStorageKeys.guestSteps"))).toBe(true);
  expect(cookies).toEqual([]);
});

test("each table is told as one with people in it or as one without", () => {
  const schema = readFileSync("server/schema.sql", "utf8");
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => name);
  expect(tables.length).toBeGreaterThan(40);
  expect([...Object.values(personalTables).flat(), ...otherTables].sort()).toEqual(tables.sort());
  // A person is in no table that is said to have none.
  const personal = /^ {2}(?:user_id|email|phone|first_name|last_name|customer_\w+|created_by|actor_id|address) /m;
  const withPeople = otherTables.filter((table) =>
    personal.test(new RegExp(`^create (?:unlogged )?table ${table} \\(([^;]*)\\);`, "m").exec(schema)?.[1] ?? ""),
  );
  expect(withPeople).toEqual([]);
});

test("each period is one that the server keeps to", () => {
  const server = code("server").join("\n");
  const used = Object.keys(retention).filter((what) =>
    new RegExp(`(?:retentionMs|before)\\("${what}"\\)`).test(server),
  );
  expect(used).toEqual(Object.keys(retention));
});

test("each file that connects to others is a declared processor's", () => {
  const connects =
    /\bfetch\(|\bcreateTransport\(|\bnew S3Client\(|\bnew Stripe\(|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(/;
  const files = code("server")
    .filter((text) => connects.test(text))
    .map((text) => text.slice(0, text.indexOf("\n")));
  expect(files.sort()).toEqual([
    // To the systems of organizations, as the texts say: nobody processes for the operator there.
    "server/devices/mqtt.ts",
    "server/kit/http/public-request.ts",
    "server/kit/mail/mail-transport.ts",
    "server/kit/notify/sms-transport.ts",
    "server/kit/storage/file-store-s3.ts",
    "server/payments/providers/stripe/client.ts",
    "server/places/fetch-json.ts",
  ]);
  const callers = code("server").filter(
    (text) => /\bfetchJson\(/.test(text) && !text.startsWith("server/places/fetch-json"),
  );
  expect(callers.map((text) => text.slice(0, text.indexOf("\n"))).sort()).toEqual([
    "server/places/geopf.ts",
    "server/places/google.ts",
  ]);
  expect([...processors].sort()).toEqual(["geopf", "google", "mail", "openid", "push", "sms", "storage", "stripe"]);
});

describe.each(Object.entries(languages))("the %s texts", (_language, texts) => {
  const privacy = textOf(texts.privacy({ operator: somebody, processors }));

  test("tell each key and cache, and how long answers are kept", () => {
    expect(privacy).toMatch(new RegExp(`\\b${MAX_KEPT_HOURS}\\b`));
    expect(privacy).toMatch(new RegExp(`guest-steps[^.]*\\b${GUEST_STEPS_MINUTES}\\b`));
    for (const key of [
      ...Object.values(storageKeys),
      ...Object.values(cacheNames),
      ...Object.values(sessionStorageKeys),
    ])
      expect(privacy).toContain(key.trimEnd().replace(/\.$/, ""));
  });

  test("tell each period with its number", () => {
    for (const [what, period] of Object.entries(retention))
      for (const count of Object.values(period)) expect(privacy, what).toMatch(new RegExp(`\\b${count}\\b`));
  });

  test("tell of the services that are used, and of no other", () => {
    const linesWith = (used: typeof processors | []) => textOf(texts.privacy({ operator: nobody, processors: used }));
    expect(linesWith(processors)).toMatch(/Stripe[\s\S]*IGN[\s\S]*Google/);
    expect(linesWith([])).not.toMatch(/Stripe|IGN|Google|S3/);
  });

  test("name the operator and its host; where nobody is named, they say so", () => {
    const imprint = textOf(texts.imprint({ operator: somebody, processors }));
    for (const value of Object.values(somebody)) expect(imprint).toContain(String(value));
    const unnamed = textOf(texts.imprint({ operator: nobody, processors }));
    expect(unnamed).not.toContain("null");
    expect(unnamed.match(/not named by the operator|non indiqué par l’exploitant/g)).toHaveLength(9);
    for (const which of ["terms", "privacy"] as const) {
      expect(textOf(texts[which]({ operator: somebody, processors }))).toContain("<name>, <address>, <email>");
      expect(textOf(texts[which]({ operator: nobody, processors }))).toMatch(/has not named|n’a pas nommé/);
    }
  });

  test("have the same sections in each language", () => {
    for (const which of ["terms", "privacy", "imprint"] as const) {
      const ids = (text: typeof texts) => text[which]({ operator: nobody, processors }).sections.map(({ id }) => id);
      expect(ids(texts)).toEqual(ids(english));
    }
  });
});

test("French texts have no-break spaces before their signs", () => {
  const all = (["terms", "privacy", "imprint"] as const).map((which) =>
    textOf(french[which]({ operator: nobody, processors })),
  );
  expect(all.join("\n").match(/.{0,20} [:;!?](?=\s|$)/gm)).toBeNull();
});

/** Date and digest of each text. A changed text needs a new date in `legalVersions`, and its new digest here. */
const versions = {
  terms: "2026-11-25 3ba46657ffb2",
  privacy: "2026-11-28 4056dc9bb9be",
  imprint: "2026-11-23 0668fc9206a0",
};
test.each(Object.entries(versions))("the version of %s is that of its text", (which, known) => {
  const facts = { operator: nobody, processors };
  const written = Object.values(languages).map((texts) => textOf(texts[which as keyof typeof versions](facts)));
  const digest = createHash("sha256").update(written.join("\n")).digest("hex").slice(0, 12);
  expect(`${legalVersions[which as keyof typeof versions]} ${digest}`).toBe(known);
});

test("French plural forms follow French rules", () => {
  expect(Object.keys(settings).filter((name) => /^(?:OPERATOR|HOSTING)_/.test(name))).toHaveLength(
    Object.keys(nobody).length,
  );
});

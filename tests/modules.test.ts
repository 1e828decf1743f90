import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { activityMessageKey } from "#contract/activity.ts";
import { exportableLists } from "#contract/exports.ts";
import { contract, leavesEntry } from "#contract/index.ts";
import type { ContractModule } from "#contract/kit.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import { jobs } from "#server/jobs.ts";
import { modules } from "#server/modules.ts";
import { moduleOrder } from "./support/layers.ts";
import { listProjectFiles, parseSourceFile, type SourceFile } from "./support/project-files.ts";
import { codeMatches, enforceRules, filesWhere, isProduct } from "./support/project-rules.ts";

const messages = (["en", "fr"] as const).map((language) => ({
  language,
  keys: new Set(
    Object.entries(JSON.parse(readFileSync(`messages/${language}.json`, "utf8")) as Record<string, object>).flatMap(
      ([module, texts]) => Object.keys(texts).map((key) => `${module}.${key}`),
    ),
  ),
}));

function listMissing(
  name: string,
  endpoints: ContractModule,
  files: readonly SourceFile[],
  manifests: readonly ServerModule[],
): string[] {
  const find = (path: string) => files.find((file) => file.path === path);
  const acts = Object.values(endpoints).filter(
    (endpoint) => leavesEntry(endpoint) && endpoint.path.startsWith("/organizations"),
  );
  const server = manifests.find((manifest) => manifest.name === name);
  const web = find(`web/${name}/module.ts`);
  const hasWebFolder = files.some(({ path }) => path.startsWith(`web/${name}/`));
  const facts: [isMissing: boolean, what: string][] = [
    [!moduleOrder.includes(name), "its place among the layers in tests/support/layers.ts"],
    [!find(`server/${name}/module.ts`), `server/${name}/module.ts`],
    [server === undefined, "its manifest in server/modules.ts"],
    [
      find(`server/${name}/jobs.ts`) !== undefined && !find(`server/${name}/module.ts`)?.imports.includes("./jobs.ts"),
      `the jobs of server/${name}/jobs.ts in its manifest`,
    ],
    [
      find(`server/${name}/export-columns.ts`) !== undefined && !server?.exports && !server?.platformExports,
      `the list of server/${name}/export-columns.ts in its manifest`,
    ],
    [acts.length > 0 && server?.liveChanges === undefined, "who hears of its changes: liveChanges in its manifest"],
    [hasWebFolder && !web, `web/${name}/module.ts`],
    [
      hasWebFolder && !find("web/modules.ts")?.imports.includes(`./${name}/module.ts`),
      "its manifest in web/modules.ts",
    ],
    [
      find(`web/${name}/routes.tsx`) !== undefined && !web?.imports.includes("./routes.tsx"),
      `the pages of web/${name}/routes.tsx in its manifest`,
    ],
    [
      acts.length > 0 &&
        !new RegExp(`^ {2}"?${name}"?[:,]`, "m").test(find("web/modules-activity-texts.ts")?.code ?? ""),
      "its words for the activity in web/modules-activity-texts.ts",
    ],
    ...acts.flatMap((endpoint) =>
      messages.map(({ language, keys }): [boolean, string] => [
        !keys.has(activityMessageKey(endpoint.name)),
        `${activityMessageKey(endpoint.name)} in messages/${language}.json`,
      ]),
    ),
  ];
  return facts.flatMap(([isMissing, what]) => (isMissing ? [`${name} lacks ${what}`] : []));
}

const files = listProjectFiles();

test("no module lacks anything", () => {
  expect(Object.entries(contract).flatMap(([name, endpoints]) => listMissing(name, endpoints, files, modules))).toEqual(
    [],
  );
});

test("a module that consists of a contract and some files is told all that it lacks", () => {
  const tournaments = { create: { ...contract.facilities.create, name: "tournaments.create" } };
  const own = ["server/tournaments/routes.ts", "server/tournaments/jobs.ts", "server/tournaments/export-columns.ts"];
  const found = [...own, "web/tournaments/routes.tsx"].map((path) => parseSourceFile(path, ""));
  expect(listMissing("tournaments", tournaments, found, [])).toEqual([
    "tournaments lacks its place among the layers in tests/support/layers.ts",
    "tournaments lacks server/tournaments/module.ts",
    "tournaments lacks its manifest in server/modules.ts",
    "tournaments lacks the jobs of server/tournaments/jobs.ts in its manifest",
    "tournaments lacks the list of server/tournaments/export-columns.ts in its manifest",
    "tournaments lacks who hears of its changes: liveChanges in its manifest",
    "tournaments lacks web/tournaments/module.ts",
    "tournaments lacks its manifest in web/modules.ts",
    "tournaments lacks the pages of web/tournaments/routes.tsx in its manifest",
    "tournaments lacks its words for the activity in web/modules-activity-texts.ts",
    "tournaments lacks activity.tournamentsCreate in messages/en.json",
    "tournaments lacks activity.tournamentsCreate in messages/fr.json",
  ]);
});

test("the manifests of the server stand in the order of the layers, each module once", () => {
  const names = modules.map(({ name }) => name);
  expect(names).toEqual(moduleOrder.filter((name) => names.includes(name)));
});

test("the manifests declare the lists of the contract, each once", () => {
  const declared = modules.flatMap((module) => Object.keys(module.exports ?? {}));
  expect(declared.toSorted()).toEqual([...exportableLists].toSorted());
  const onPlatform = modules.flatMap((module) => Object.keys(module.platformExports ?? {}));
  expect(onPlatform.filter((name) => !declared.includes(name))).toEqual([]);
});

test("no two jobs have the same name", () => {
  const names = jobs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

const anyModule = moduleOrder.join("|");
/** A line of a map by module name: `["hours", …],`, `hours: "…",`, `"hours.create": "…",`. */
const mapLine = new RegExp(
  `^\\s*(?:\\["(?:${anyModule})", |(?:${anyModule}): (?:"|async |\\[|\\()|"(?:${anyModule})\\.\\w+": ")`,
);
const MAX_MAP_LINES = 2;
/** Exceptions: their keys are no modules, or belong to one page. */
const otherMaps = [
  // The resources of permissions: the compiler requires all of them.
  "web/members/permission-matrix.tsx",
  // The queries of this page that are refetched when a module changes.
  "web/planning/planning-page.tsx",
  // Their paragraphs are called blocks.
  "web/general/legal-en.ts",
  "web/general/legal-fr.ts",
];

enforceRules({
  "what differs from module to module is in the manifests, and no map elsewhere has the modules' names as its keys": {
    find: (all) =>
      filesWhere(
        all.filter((file) => isProduct(file) && file.side !== "contract" && file.module !== "demo"),
        (file) => !otherMaps.includes(file.path) && codeMatches([file], mapLine).length > MAX_MAP_LINES,
      ),
    breakage: {
      "server/activity/visible-changes.ts": `const permissions = {\n  hours: "fields.show",\n  prices: "fields.show",\n  views: "events.show",\n};`,
    },
  },
  "the web's manifests are in the first script: they import routes, labels and icons, and no pages": {
    find: (all) =>
      filesWhere(
        all.filter((file) => file.side === "web" && file.name === "module"),
        (file) =>
          [...file.code.matchAll(/\bimport (?!type )[^;]*?"([^"]+)"/g)].some(
            ([, to = ""]) =>
              !/^(?:lucide-react|#web\/kit\/data\/modules\.ts|#web\/kit\/ui\/icons\.tsx|.*\/labels\.ts|.*\/routes\.tsx)$/.test(
                to,
              ),
          ),
      ),
    breakage: { "web/events/module.ts": 'import { EventsPage } from "./events-list.tsx";' },
  },
});

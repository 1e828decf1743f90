import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import { demoEmails } from "#server/demo/seed-demo.ts";
import { settingsTable } from "#server/kit/process/settings.ts";
import { eventTypes } from "#server/payments/providers/stripe/webhooks.ts";
import { layers, moduleOrder } from "./support/layers.ts";
import { listProjectFiles } from "./support/project-files.ts";

const pages = listProjectFiles().filter(({ path }) => path.endsWith(".md"));
const textOf = (path: string) => readFileSync(path, "utf8");
const anchorsOf = (text: string) => [
  ...[...text.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id]) => id),
  ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  ),
];

test("every link leads to a file and a heading that are there", () => {
  const lost = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, to = "", anchor]) => {
      const target = to === "" ? path : join(dirname(path), to);
      const isThere = existsSync(target) && (anchor === undefined || anchorsOf(textOf(target)).includes(anchor));
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
  expect(lost).toEqual([]);
});

test("every file and folder that the pages for engineers name is there", () => {
  const named = [
    "CONTRIBUTING.md",
    "INDEX.md",
    ...pages.map(({ path }) => path).filter((path) => /^docs\/[\w-]+\.md$/.test(path)),
  ];
  const paths = named.flatMap((page) =>
    [
      ...textOf(page).matchAll(/`((?:contract|server|web|tests|bench|bin|deploy|dev|faults|messages)\/[\w./-]+)`/g),
    ].flatMap(([, path = ""]) => (path === "web/dist" ? [] : [[page, path] as const])),
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter(([, path]) => !existsSync(path))).toEqual([]);
});

test("a question in words of the trade finds the file that answers it first", () => {
  const find = (question: string) => {
    const { status, stdout } = spawnSync(process.execPath, ["bin/find.mjs", ...question.split(" ")], {
      encoding: "utf8",
    });
    return { status, first: stdout.split("\n\n")[0] };
  };
  const answers = {
    "where is the PDF of a gift voucher made": "server/vouchers/render-pdf.ts",
    "are duplicated webhooks ignored": "server/payments/provider-webhooks.ts",
    "which colour has a booking": "web/planning/grid/event-colors.ts",
    "account lockout": "server/accounts/rate-limits.ts",
    "booking rule": "server/events/booking-rules.ts",
    "opening hour": "contract/hours-rules.ts",
    "no-show fee": "server/payments/no-show-fees.ts",
    "organisation deleted": "server/organizations/change.ts",
    "Where are expired holds removed?": "server/events/expire-holds.ts",
  };
  for (const [question, file] of Object.entries(answers)) {
    const { status, first } = find(question);
    expect(first, question).toContain(file);
    expect(status).toBe(0);
  }
  expect(find("down").first).not.toContain("download-csv");
  expect(find("zygote").status).toBe(1);
});

test("the settings in the operations manual are those that the server reads", () => {
  const table = /\| Setting .*(?:\n\|.*)+/.exec(textOf("docs/operations.md"))?.[0];
  expect(table).toBe(settingsTable());
});

test("the events that an operator selects at the payment provider are those that are acted upon", () => {
  const [, told = ""] = /and these events:\n\n\s+(.+)\n/.exec(textOf("docs/operations.md")) ?? [];
  expect([...told.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)).toEqual([...eventTypes]);
  expect(textOf("docs/operations.md")).toContain(Stripe.API_VERSION);
});

test("every documented command exists", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const told = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => [path, name]),
  );
  expect(told.filter(([, name = ""]) => !(name in scripts))).toEqual([]);
});

test("the plan shows the modules of the contract in their layers", () => {
  const rows = Object.entries(layers).flatMap(([layer, modules]) => {
    const standing = modules.filter((module) => module in contract);
    return standing.length > 0 ? [`| ${layer} | ${standing.join(", ")} |`] : [];
  });
  for (const row of rows) expect(textOf("docs/architecture.md")).toContain(row);
  expect(Object.keys(contract)).toEqual(moduleOrder.filter((module) => module in contract));
});

test("the demo's accounts are documented with their password", () => {
  const readme = textOf("README.md");
  const told = [...readme.matchAll(/`(\w+@[\w.]+)` \|/g)].map(([, email]) => email);
  expect(told.length).toBeGreaterThan(2);
  expect(demoEmails).toEqual(expect.arrayContaining(told));
  expect(readme).toContain(`\`${DEMO_PASSWORD}\``);
});

test("decisions have each a number of their own and say what was decided", () => {
  const decisions = pages.filter(({ path }) => path.startsWith("docs/decisions/"));
  const numbers = decisions.map(({ path }) => /\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(decisions.length);
  for (const { path, text } of decisions) expect(text, path).toMatch(/^# \d|^# \S/);
});

test("every defence in the threat model has its test", () => {
  const rows = [...textOf("docs/security.md").matchAll(/\| `([^`]+\.test\.tsx?)` › ([^|]+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  expect(textOf("docs/security.md").match(/^\| (?!Threat|---)/gm)).toHaveLength(rows.length);
  const missing = rows.filter(([, path = "", title = ""]) => !existsSync(path) || !textOf(path).includes(`"${title}`));
  expect(missing.map(([row]) => row)).toEqual([]);
});

/** Enforces `docs/style.md`: names and lengths of files. */
import type { SourceFile } from "./support/project-files.ts";
import {
  enforceRules,
  isProduct,
  isModuleFile,
  isSource,
  codeMatches,
  isServerProduct,
  sides,
  formatViolation,
  filesWhere,
} from "./support/project-rules.ts";

const lines = (count: number) => "x();\n".repeat(count);

enforceRules({
  "files are short: half of them have at most 90 lines, stylesheets included": {
    find: (files) => {
      const counts = files
        .filter((file) => isProduct(file) || (file.side === "web" && file.path.endsWith(".css")))
        .map((file) => file.lines)
        .toSorted((a, b) => a - b);
      const median = counts[Math.floor(counts.length / 2)] ?? 0;
      return median > 90 ? [`median ${median}`] : [];
    },
    breakage: { "server/events/book.ts": lines(91) },
  },
  "a handler has 12 lines, else it is a verb's file": {
    find: (files) =>
      files
        .filter((file) => isServerProduct(file) && file.name === "routes")
        .flatMap((file) =>
          [...file.text.matchAll(/^( {2,4})(?:async )?(\w+)[:(].*\n(?:\1 .*\n|\n){11,}/gm)].map(([, , handler = ""]) =>
            formatViolation(file, handler),
          ),
        ),
    breakage: {
      "server/events/routes.ts": `export default serveModule(events, {\n  async create(call) {\n${"    await step(call);\n".repeat(12)}  },\n});\n`,
    },
  },
  "file names say their subject": {
    find: (files) => {
      const vague = /(^|-)(utils?|helpers?|commons?|misc|shared|services?|managers?|index)(\.|$)/;
      return filesWhere(files.filter(isSource), (file) => file.path !== "contract/index.ts" && vague.test(file.name));
    },
    breakage: { "web/events/date-utils.ts": "" },
  },
  "a comment opens with its subject or verb, not with a question word or a preposition": {
    find: (files) =>
      files.flatMap((file) =>
        [...file.text.matchAll(/(?:\/\*\*?\s+(?:\* )?|\/\/ )((?:What|Who|Whoever|Whom|Whose|Where|Of) .{0,40})/g)].map(
          ([, words = ""]) => formatViolation(file, words),
        ),
      ),
    breakage: { "server/events/book.ts": "/** What a booking is made of. */\n" },
  },
  "a server module is cut by what it does, not into technical layers": {
    find: (files) => {
      const layers =
        /(^|-)(controllers?|repositor(y|ies)|models?|entit(y|ies)|dtos?|mappers?|schemas?|validators?|handlers?|types|constants|interfaces?|middlewares?|factor(y|ies))$/;
      return filesWhere(files, (file) => isServerProduct(file) && isModuleFile(file) && layers.test(file.name));
    },
    breakage: { "server/events/event-repository.ts": "" },
  },
  "a path never stammers": {
    find: (files) =>
      filesWhere(
        files,
        (file) =>
          isProduct(file) &&
          file.side === "server" &&
          isModuleFile(file) &&
          new RegExp(`^${file.module.replace(/(ie)?s$/, "")}\\w{0,3}-`).test(file.name),
      ),
    breakage: { "server/events/event-queries.ts": "" },
  },
  "files are named in kebab-case": {
    find: (files) =>
      filesWhere(
        files.filter((file) => [...sides, "tests", "messages", "bin", "bench", "faults"].includes(file.side)),
        (file) => !/^(README\.md|[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+)$/.test(file.path.split("/").at(-1) ?? ""),
      ),
    breakage: { "web/events/EventPage.tsx": "" },
  },
  "queries say what they do: list, find, count, lock, filter, insert, update, delete": {
    find: (files) => {
      const exported = /^export (?:async )?(?:function|const) (\w+)(?= ?(?:[(<]|= (?:async )?[(<]|: .*=>))/gm;
      const asks = /\b(?:db|context|call)\b/;
      return files
        .filter((file) => isServerProduct(file) && file.name === "queries")
        .flatMap((file) =>
          [...file.code.matchAll(exported)].flatMap((found) =>
            asks.test(file.code.slice(found.index).split(/\{|=>/)[0] ?? "") &&
            !/^(list|find|count|lock|filter|insert|update|delete)/.test(found[1] ?? "")
              ? [formatViolation(file, found[1])]
              : [],
          ),
        );
    },
    breakage: { "server/events/queries.ts": "export async function getEvents(db: Database) {}" },
  },
  "no barrels": {
    find: (files) => {
      const passesOn = /^export (?:type )?(?:\*|\{[^}]*\})[^;]*\bfrom "[^"]+";?$/gm;
      return filesWhere(
        files.filter(isProduct),
        ({ code }) =>
          /^export (?:type )?\* /m.test(code) || (passesOn.test(code) && code.replace(passesOn, "").trim() === ""),
      );
    },
    breakage: {
      "web/kit/all.ts": 'export { Button } from "./button.tsx";\nexport { Card } from "./card.tsx";\n',
      "web/kit/more.ts": 'export * from "./button.tsx";\n',
    },
  },
  "nothing is silenced without a reason": {
    find: (files) =>
      files
        .filter((file) => /\.(tsx?|mjs)$/.test(file.path))
        .flatMap((file) =>
          file.text
            .split("\n")
            .flatMap((line) =>
              /(?:\/\/|\/\*) *(?:@ts-(?:ignore|expect-error|nocheck)|(?:ox|es)lint-disable)/.test(line) &&
              !/ -- \S+ \S+/.test(line)
                ? [formatViolation(file, `: ${line.trim()}`)]
                : [],
            ),
        ),
    breakage: { "web/kit/form.tsx": "// @ts-expect-error\nuse(form);" },
  },
  "no any, and no claim that something is there": {
    find: (files) => {
      const reasoned = (file: SourceFile) => ({
        ...file,
        code: file.text.replace(/.*-disable.*-- .*\n.*\n/g, "\n").replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, ""),
      });
      const quoted = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?:[^/\\\n*]|\\.)+\/[gimsuy]*/g;
      const bare = files
        .filter(isProduct)
        .map((file) => ({ ...file, code: reasoned(file).code.replace(quoted, '""') }));
      return codeMatches(bare, /(?:[:<|&,(]|\bas) any\b(?!\()|\bany\[\]|[\w)\]]!(?=[.[;,)\s]|$)(?!=)/);
    },
    breakage: {
      "server/events/book.ts": "const first = rows[0]!.id;",
      "web/kit/api.ts": "const given = answer as any;",
    },
  },
  "wall time is not the database's to know": {
    find: (files) =>
      codeMatches(
        files.filter((file) => file.side === "server" && !file.isTest),
        /at time zone/i,
      ),
    breakage: { "server/events/queries.ts": "sql`start_time at time zone 'Europe/Paris'`" },
  },
  "the time comes from the clock": {
    find: (files) =>
      codeMatches(
        files.filter((file) => isServerProduct(file) && !["clock", "log"].includes(file.name)),
        /new Date\(\)|Date\.now\(|Temporal\.Now\b|\bcurrent_(?:timestamp|date)\b|(?<!default )(?<![.\w])now\(\)/,
      ),
    breakage: {
      "server/events/book.ts": "const now = new Date();",
      "server/events/queries.ts": "sql`start_time > now()`",
    },
  },
  "randomness for ids comes from one place": {
    find: (files) =>
      codeMatches(
        files.filter((file) => isServerProduct(file) && file.module !== "kit"),
        /randomUUID|gen_random_uuid|Math\.random/,
      ),
    breakage: { "server/events/book.ts": "const id = crypto.randomUUID();" },
  },
  "no path leads into somebody's machine": {
    find: (files) =>
      codeMatches(
        files.map((file) => ({ ...file, code: file.text })),
        /(?<![\w.:/])\/(?:home|Users|root|work)\/\w/,
      ),
    breakage: { "bin/start.mjs": 'const data = "/home/someone/data";' },
  },
});

/** How things are named and how long they are, enforced: what `docs/style.md` says. */
import type { SourceFile } from "./files.ts";
import { enforce, isProduct, isRoom, isSource, occurrences, onServer, sides, told, where } from "./rules.ts";

const lines = (count: number) => "x();\n".repeat(count);
const quantile = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

enforce({
  "no file is longer than 300 lines": {
    find: (files) => where(files, (file) => /\.(tsx?|mjs)$/.test(file.path) && file.text.split("\n").length > 301),
    breakage: { "server/events/book.ts": lines(301) },
  },
  "most files are short: half of them at most 80 lines, 95 in 100 at most 200": {
    find: (files) => {
      const counts = files
        .filter(isProduct)
        .map((file) => file.lines)
        .toSorted((a, b) => a - b);
      const [median, p95] = [quantile(counts, 0.5), quantile(counts, 0.95)];
      return [...(median > 80 ? [`median ${median}`] : []), ...(p95 > 200 ? [`p95 ${p95}`] : [])];
    },
    breakage: { "server/events/book.ts": lines(90) },
  },
  "a room has 12 files a side": {
    find: (files) => {
      const rooms = Map.groupBy(
        files.filter((file) => isProduct(file) && isRoom(file)),
        (file) => `${file.side}/${file.room}`,
      );
      return [...rooms].flatMap(([room, its]) => (its.length > 12 ? [`${room}: ${its.length}`] : []));
    },
    breakage: Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`server/events/verb-${index}.ts`, ""])),
  },
  "a handler has 12 lines, else it is a verb's file": {
    find: (files) =>
      files
        .filter((file) => onServer(file) && file.name === "routes")
        .flatMap((file) =>
          [...file.text.matchAll(/^( {2,4})(?:async )?(\w+)[:(].*\n(?:\1 .*\n|\n){11,}/gm)].map(([, , handler = ""]) =>
            told(file, handler),
          ),
        ),
    breakage: {
      "server/events/routes.ts": `export default serve(events, {\n  async create(call) {\n${"    await step(call);\n".repeat(12)}  },\n});\n`,
    },
  },
  "names say what is in there": {
    find: (files) => {
      const vague = /(^|-)(utils?|helpers?|commons?|misc|shared|services?|managers?|index)(\.|$)/;
      return where(files.filter(isSource), (file) => file.path !== "contract/index.ts" && vague.test(file.name));
    },
    breakage: { "web/events/date-utils.ts": "" },
  },
  "a server room is cut by what it does, not into layers": {
    find: (files) => {
      const layers =
        /(^|-)(controllers?|repositor(y|ies)|models?|entit(y|ies)|dtos?|mappers?|schemas?|validators?|handlers?|types|constants|interfaces?|middlewares?|factor(y|ies)|providers?)$/;
      return where(files, (file) => onServer(file) && isRoom(file) && layers.test(file.name));
    },
    breakage: { "server/events/event-repository.ts": "" },
  },
  "a path never stammers": {
    find: (files) =>
      where(
        files,
        (file) =>
          isProduct(file) &&
          file.side === "server" &&
          isRoom(file) &&
          new RegExp(`^${file.room.replace(/(ie)?s$/, "")}\\w{0,3}-`).test(file.name),
      ),
    breakage: { "server/events/event-queries.ts": "" },
  },
  "files are named in kebab-case": {
    find: (files) =>
      where(
        files.filter((file) => [...sides, "tests", "words", "bin", "bench"].includes(file.side)),
        (file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(file.path.split("/").at(-1) ?? ""),
      ),
    breakage: { "web/events/EventPage.tsx": "" },
  },
  "queries say what they do: list, find, insert, update, delete": {
    find: (files) => {
      const exported = /^export (?:async )?(?:function|const) (\w+)(?= ?(?:[(<]|= (?:async )?[(<]|: .*=>))/gm;
      const asks = /\b(?:db|place|call)\b/;
      return files
        .filter((file) => onServer(file) && file.name === "queries")
        .flatMap((file) =>
          [...file.code.matchAll(exported)].flatMap((found) =>
            asks.test(file.code.slice(found.index).split(/\{|=>/)[0] ?? "") &&
            !/^(list|find|insert|update|delete)/.test(found[1] ?? "")
              ? [told(file, found[1])]
              : [],
          ),
        );
    },
    breakage: { "server/events/queries.ts": "export async function getEvents(db: Database) {}" },
  },
  "no barrels": {
    find: (files) => {
      const passesOn = /^export (?:type )?(?:\*|\{[^}]*\})[^;]*\bfrom "[^"]+";?$/gm;
      return where(
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
                ? [told(file, `: ${line.trim()}`)]
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
      return occurrences(bare, /(?:[:<|&,(]|\bas) any\b(?!\()|\bany\[\]|[\w)\]]!(?=[.[;,)\s]|$)(?!=)/);
    },
    breakage: {
      "server/events/book.ts": "const first = rows[0]!.id;",
      "web/kit/api.ts": "const given = answer as any;",
    },
  },
  "wall time is not the database's to know": {
    find: (files) =>
      occurrences(
        files.filter((file) => file.side === "server" && !file.isTest),
        /at time zone/i,
      ),
    breakage: { "server/events/queries.ts": "sql`start_time at time zone 'Europe/Paris'`" },
  },
  "the time comes from the clock": {
    find: (files) =>
      occurrences(
        files.filter((file) => onServer(file) && !["clock", "log"].includes(file.name)),
        /new Date\(\)|Date\.now\(|Temporal\.Now\b|\bcurrent_(?:timestamp|date)\b|(?<!default )(?<![.\w])now\(\)/,
      ),
    breakage: {
      "server/events/book.ts": "const now = new Date();",
      "server/events/queries.ts": "sql`start_time > now()`",
    },
  },
  "randomness for ids comes from one place": {
    find: (files) =>
      occurrences(
        files.filter((file) => onServer(file) && file.room !== "kit"),
        /randomUUID|gen_random_uuid|Math\.random/,
      ),
    breakage: { "server/events/book.ts": "const id = crypto.randomUUID();" },
  },
  "no path leads into somebody's machine": {
    find: (files) =>
      occurrences(
        files.map((file) => ({ ...file, code: file.text })),
        /(?<![\w.:/])\/(?:home|Users|root|work)\/\w/,
      ),
    breakage: { "bin/start.mjs": 'const data = "/home/someone/data";' },
  },
});

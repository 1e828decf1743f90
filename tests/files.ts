/** The project's own files, as the architecture tests look at them. */
import { readdirSync, readFileSync } from "node:fs";

export interface SourceFile {
  path: string;
  /** `contract`, `server`, `web`, `words`, `tests`, `bin` … */
  side: string;
  /** The room; `app` for what lies directly in `server` or `web`. */
  room: string;
  /** Its name without endings: `booking.test.ts` is `booking`. */
  name: string;
  /** Words of its path below the side: 2 for `server/events/book.ts`. */
  depth: number;
  isTest: boolean;
  text: string;
  /** The text without comments. */
  code: string;
  /** Lines that are not blank. */
  lines: number;
  /** What it imports, as written. */
  imports: string[];
  /** Imports of another side or room: `#server/events/book.ts` as side, room and file. */
  foreign: { to: string; side: string; room: string; file: string }[];
}

/** Comments are blanked; what looks like one within a string of one line is not. */
const withoutComments = (text: string) =>
  text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (_whole, string: string) => string ?? "",
  );

/** @param path with `/`, from the project's root */
export function sourceFile(path: string, text: string): SourceFile {
  const [side = "", ...rest] = path.split("/");
  const last = rest.at(-1) ?? side;
  const name = last.replace(/(\.test|\.d)?\.\w+$/, "");
  const code = withoutComments(text);
  const imports = [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(([, to = ""]) => to);
  const foreign = imports
    .filter((to) => to.startsWith("#"))
    .map((to) => {
      const [toSide = "", ...steps] = to.slice(1).split("/");
      const file = steps.at(-1) ?? "";
      return { to, side: toSide, room: roomOf(toSide, steps), file: file.replace(/\.tsx?$/, "") };
    });
  return {
    path,
    side,
    room: roomOf(side, rest),
    name,
    depth: rest.length,
    isTest: /\.test\.tsx?$/.test(path) || side === "tests",
    text,
    code,
    lines: text.split("\n").filter((line) => line.trim() !== "").length,
    imports,
    foreign,
  };
}

/** Of the contract the file is the room, and its rules belong to it: `hours-rules.ts`, `hours-starts-rules.ts`. */
function roomOf(side: string, steps: string[]): string {
  if (steps.length > 1) return steps[0] ?? "";
  return side === "contract" ? (steps[0] ?? "").replace(/((-[a-z]+)?-rules)?(\.test)?\.ts$/, "") : "app";
}

const read = /\.(tsx?|mjs|css|html|sql|json|md|ya?ml)$/;
/** Brought or written by machines. */
const notOurs =
  /(^|\/)(node_modules|dist|data|\.git|\.cache|test-results)\/|^(package-lock\.json|server\/kit\/tables\.ts|server\/schema\.sql|words\/keys\.ts)$/;

/** Every file of the project that a person wrote. */
export function projectFiles(): SourceFile[] {
  const sides = readdirSync(".", { withFileTypes: true }).filter(
    (entry) => entry.isFile() || !notOurs.test(`${entry.name}/`),
  );
  const paths = sides.flatMap((entry) =>
    entry.isFile()
      ? [entry.name]
      : readdirSync(entry.name, { recursive: true, encoding: "utf8" }).map(
          (path) => `${entry.name}/${path.replaceAll("\\", "/")}`,
        ),
  );
  return paths
    .filter((path) => read.test(path) && !notOurs.test(path))
    .map((path) => sourceFile(path, readFileSync(path, "utf8")));
}

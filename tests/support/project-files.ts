/** Lists and parses the source files, for the tests of architecture and style. */
import { readdirSync, readFileSync } from "node:fs";

export interface SourceFile {
  path: string;
  /** `contract`, `server`, `web`, `messages`, `tests`, `bin` … */
  side: string;
  /** `app` for files directly in `server` or `web`. */
  module: string;
  /** Name without endings: `booking` for `booking.test.ts`. */
  name: string;
  /** Path segments below the side: 2 for `server/events/book.ts`. */
  depth: number;
  isTest: boolean;
  text: string;
  code: string;
  lines: number;
  imports: string[];
  /** Imports of another side or module: `#server/events/book.ts` as side, module and file. */
  crossModuleImports: { to: string; side: string; module: string; file: string }[];
}

/** Blanks comments, but not comment signs within a one-line string. */
const withoutComments = (text: string) =>
  text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (_whole, string: string) => string ?? "",
  );

export function parseSourceFile(path: string, text: string): SourceFile {
  const [side = "", ...rest] = path.split("/");
  const last = rest.at(-1) ?? side;
  const name = last.replace(/(\.test|\.d)?\.\w+$/, "");
  const code = withoutComments(text);
  const imports = [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(([, to = ""]) => to);
  const crossModuleImports = imports
    .filter((to) => to.startsWith("#"))
    .map((to) => {
      const [toSide = "", ...steps] = to.slice(1).split("/");
      const file = steps.at(-1) ?? "";
      return { to, side: toSide, module: moduleOf(toSide, steps), file: file.replace(/\.tsx?$/, "") };
    });
  return {
    path,
    side,
    module: moduleOf(side, rest),
    name,
    depth: rest.length,
    isTest: /\.test\.tsx?$/.test(path) || side === "tests",
    text,
    code,
    lines: text.split("\n").filter((line) => line.trim() !== "").length,
    imports,
    crossModuleImports,
  };
}

/** In the contract a module is one file plus its rules: `hours-rules.ts`, `hours-starts-rules.ts`. */
function moduleOf(side: string, steps: string[]): string {
  if (steps.length > 1) return steps[0] ?? "";
  return side === "contract" ? (steps[0] ?? "").replace(/((-[a-z]+)?-rules)?(\.test)?\.ts$/, "") : "app";
}

const readableFiles = /\.(tsx?|mjs|css|html|sql|json|md|ya?ml)$/;
const notWrittenByHand =
  /(^|\/)(node_modules|dist|\.git|\.cache|test-results)\/|^data\/|^(package-lock\.json|server\/kit\/db\/tables\.ts|server\/schema\.sql|messages\/keys\.ts)$/;

export function listProjectFiles(): SourceFile[] {
  const sides = readdirSync(".", { withFileTypes: true }).filter(
    (entry) => entry.isFile() || !notWrittenByHand.test(`${entry.name}/`),
  );
  const paths = sides.flatMap((entry) =>
    entry.isFile()
      ? [entry.name]
      : readdirSync(entry.name, { recursive: true, encoding: "utf8" }).map(
          (path) => `${entry.name}/${path.replaceAll("\\", "/")}`,
        ),
  );
  return paths
    .filter((path) => readableFiles.test(path) && !notWrittenByHand.test(path))
    .map((path) => parseSourceFile(path, readFileSync(path, "utf8")));
}

/** Generates `keys.ts` from `en.json` (`npm run generate`), so that the compiler checks keys and parameters. */
import { readFileSync, writeFileSync } from "node:fs";

type Text = string | Record<string, string>;

export function generateMessageKeys(words: Record<string, Record<string, Text>>): string {
  const lines = Object.entries(words).flatMap(([module, texts]) =>
    Object.entries(texts).map(([key, text]) => {
      const whole = typeof text === "string" ? text : Object.values(text).join(" ");
      const params = new Set([...whole.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""));
      if (typeof text !== "string") params.add("count");
      const type = [...params]
        .map((param) => `${param}: ${param === "count" ? "number" : "string | number"}`)
        .join("; ");
      return `  "${module}.${key}": ${type ? `{ ${type} }` : "Record<never, never>"};`;
    }),
  );
  return `/** Written by \`npm run generate\` from \`en.json\`: every message key, and the parameters of its text. */\nexport interface Messages {\n${lines.join("\n")}\n}\n\nexport type MessageKey = keyof Messages;\n`;
}

if (import.meta.main) {
  const file = (name: string) => new URL(name, import.meta.url);
  writeFileSync(
    file("keys.ts"),
    generateMessageKeys(JSON.parse(readFileSync(file("en.json"), "utf8")) as Parameters<typeof generateMessageKeys>[0]),
  );
}

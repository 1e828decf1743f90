/** Lets Node import `.tsx`: it strips types, but does not compile JSX. Vitest and Vite do so themselves. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "oxc-transform-react";

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith("file:") || !url.endsWith(".tsx")) return nextLoad(url, context);
    const path = fileURLToPath(url);
    const { code, errors } = transformSync(path, readFileSync(path, "utf8"), {
      jsx: { runtime: "automatic" },
      reactCompiler: false,
    });
    if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => `${path}: ${message}`).join("\n"));
    return { format: "module", source: code, shortCircuit: true };
  },
});

/** Enforces the layers: which module may import which. */
import { contract } from "#contract/index.ts";
import type { SourceFile } from "./support/project-files.ts";
import { moduleOrder } from "./support/layers.ts";
import {
  codeMatches,
  enforceRules,
  filesWhere,
  formatViolation,
  importsWhere,
  isModuleFile,
  isProduct,
  isServerProduct,
  isSource,
} from "./support/project-rules.ts";

const positionOf = (module: string) => moduleOrder.indexOf(module);
const contractFiles = [
  ...moduleOrder,
  "card-shape",
  "facility-shape",
  "index",
  "invoice-shape",
  "organization-options",
  "organization-shape",
  "kit",
  "page-paths",
  "permissions",
  "personal-data",
  "personal-data-endpoints",
];
/** Files directly in a side, alone or followed by a part's name (`sidebar-drawer`): they mount the modules. */
const outerFiles: Record<string, string[]> = {
  contract: contractFiles,
  server: ["admin", "app", "backup", "distribute", "generate", "import", "jobs", "main", "modules", "restore"],
  web: [
    "authenticated-layout",
    "error-page",
    "guards",
    "main",
    "module-routes",
    "modules",
    "root",
    "router",
    "settings-shell",
    "shell",
    "sidebar",
    "vitest.config",
  ],
};
const modulesOfSide: Record<string, readonly string[]> = {
  contract: contractFiles,
  dev: ["stripe-emulator"],
  // The demo writes to all tables; only `main.ts` may import it.
  server: [...moduleOrder, "kit", "demo", "app"],
  web: [...moduleOrder, "kit", "app"],
};
const partsOfModule: Record<string, readonly string[]> = {
  "web/bookings": ["offline"],
  "server/kit": ["http", "db", "process", "documents", "mail", "notify", "events", "activity", "storage", "backup"],
  "web/kit": ["ui", "form", "data", "list", "render", "format"],
  "server/payments": ["cards", "providers", "reconciliation"],
  "server/imports": ["bookings", "customers", "packs", "subscriptions"],
  "web/planning": [
    "grid",
    "quick-booking",
    "event-panel",
    "reschedule",
    "bulk-actions",
    "view-settings",
    "print",
    "month",
  ],
};
/** Exceptions: contracts that a file of a kit may import. */
const contractsKnownToKit: Record<string, string[]> = {
  "server/kit/activity/audit-log.ts": ["index"],
  "server/kit/http/openapi.ts": ["index"],
  "web/kit/list/export-button.tsx": ["exports"],
  "web/kit/data/scope.ts": ["accounts", "members"],
};

/** Members of endpoints that `stripEndpoints` in `vite.config.ts` removes from the build. */
const strippedMembers = "query|body|returns|successMessage|summary|example|status|idempotent|dryRun|leavesEntry|raw";

/** The demo needs the emulator; `main.ts` loads both on demand (see `production-graph.test.ts`). */
const mayLoadDev = (file: SourceFile) => file.path === "server/main.ts" || file.module === "demo";

enforceRules({
  "a path is side, module and file, or side, module, part and file": {
    find: (files) =>
      filesWhere(files, (file) => {
        if (!isSource(file) || file.depth <= (file.side === "contract" ? 1 : 2)) return false;
        const [, , part = ""] = file.path.split("/");
        const deepest = part === "providers" ? 4 : 3;
        return file.depth > deepest || !partsOfModule[`${file.side}/${file.module}`]?.includes(part);
      }),
    breakage: { "server/events/queries/list.ts": "" },
  },
  "the kits have no files outside of their folders": {
    find: (files) =>
      filesWhere(
        files,
        (file) => isSource(file) && file.module === "kit" && file.side !== "contract" && file.depth < 3,
      ),
    breakage: { "server/kit/queue.ts": "" },
  },
  "every module stands in a layer": {
    find: (files) => filesWhere(files, (file) => isSource(file) && !modulesOfSide[file.side]?.includes(file.module)),
    breakage: { "server/misfits/routes.ts": "" },
  },
  "files directly in a side mount the modules, and are few": {
    find: (files) =>
      filesWhere(
        files,
        (file) =>
          isProduct(file) &&
          file.depth === 1 &&
          !outerFiles[file.side]?.some((outer) => file.name === outer || file.name.startsWith(`${outer}-`)),
      ),
    breakage: { "web/money.ts": "" },
  },
  "every module of the contract is served by a module of the same name": {
    find: (files) =>
      (files.some(({ side }) => side === "server") ? Object.keys(contract) : []).filter(
        (module) => !files.some(({ path }) => path === `server/${module}/routes.ts`),
      ),
    breakage: { "server/events/queries.ts": "" },
  },
  "no import climbs: ./ is the own module, # is another": {
    find: (files) =>
      filesWhere(files, (file) => !file.name.endsWith(".config") && file.imports.some((to) => to.startsWith(".."))),
    breakage: { "server/events/queries.ts": 'import { listFields } from "../fields/queries.ts";' },
  },
  "server and web never meet, and the contract knows neither; all know the messages": {
    find: (files) =>
      importsWhere(
        files.filter((file) => isProduct(file) && file.side !== "dev"),
        (file, to) =>
          (!["contract", "messages", file.side].includes(to.side) && !(to.side === "dev" && mayLoadDev(file))) ||
          (file.side === "contract" && !["contract", "messages"].includes(to.side)),
      ),
    breakage: {
      "web/events/events-page.tsx": 'import { listEvents } from "#server/events/queries.ts";',
      "server/payments/checkout.ts": 'import { secretKey } from "#dev/stripe-emulator/server.ts";',
    },
  },
  "dev uses the server, the contract and the messages, never the web": {
    find: (files) =>
      importsWhere(
        files.filter((file) => isProduct(file) && file.side === "dev"),
        (_file, to) => !["contract", "dev", "server", "messages"].includes(to.side),
      ),
    breakage: { "dev/stripe-emulator/page.ts": 'import { Button } from "#web/kit/ui/button.tsx";' },
  },
  "only the folder of Stripe, its emulator and the demo use the SDK of Stripe": {
    find: (files) =>
      filesWhere(
        files.filter((file) => isProduct(file) && file.side !== "dev" && file.module !== "demo"),
        (file) => file.imports.includes("stripe") && !file.path.startsWith("server/payments/providers/stripe/"),
      ),
    breakage: { "server/payments/checkout.ts": 'import { Stripe } from "stripe";' },
  },
  "payment providers do not know each other": {
    find: (files) =>
      importsWhere(files.filter(isProduct), (file, to) => {
        const [, from] = /^server\/payments\/providers\/([\w-]+)\//.exec(file.path) ?? [];
        const [, provider] = /^#server\/payments\/providers\/([\w-]+)\//.exec(to.to) ?? [];
        return from !== undefined && provider !== undefined && from !== provider;
      }),
    breakage: {
      "server/payments/providers/stripe/refunds.ts":
        'import { referenceOf } from "#server/payments/providers/bank-transfer/reference.ts";',
    },
  },
  "the kit knows no module": {
    find: (files) => {
      const kits = files.filter((file) => isProduct(file) && file.module === "kit" && file.side !== "contract");
      const mayKnow = (file: SourceFile, to: string) =>
        ["kit", "page-paths", "permissions", "personal-data"].includes(to) ||
        contractsKnownToKit[file.path]?.includes(to);
      return importsWhere(kits, (file, to) =>
        to.side === "contract" ? !mayKnow(file, to.module) : to.side === file.side && to.module !== "kit",
      );
    },
    breakage: {
      "server/kit/http/authorize.ts": 'import { findMemberPermissions } from "#server/members/permissions.ts";',
    },
  },
  "a module uses lower layers and the modules before it in its own": {
    find: (files) =>
      importsWhere(
        files.filter(isProduct),
        (file, to) => isModuleFile(file) && to.side === file.side && positionOf(to.module) > positionOf(file.module),
      ),
    breakage: { "server/fields/create.ts": 'import { listEvents } from "#server/events/queries.ts";' },
  },
  "no module uses the files that mount the modules": {
    find: (files) =>
      importsWhere(
        files.filter(isProduct),
        (file, to) => file.module !== "app" && to.module === "app" && ["server", "web"].includes(to.side),
      ),
    breakage: { "server/events/book.ts": 'import { buildApp } from "#server/app.ts";' },
  },
  "routes are imported by the files that mount them": {
    find: (files) => importsWhere(files.filter(isProduct), (file, to) => file.module !== "app" && to.file === "routes"),
    breakage: { "web/events/event-page.tsx": 'import fields from "#web/fields/routes.tsx";' },
  },
  "a table has one writer": {
    find: (files) => {
      const writers = new Map<string, Set<string>>();
      const writes =
        /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)|\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?([a-z_]{3,})\s+(?:\(|set\b|where\b|using\b|values\b|as\b)/g;
      for (const file of files.filter(isServerProduct)) {
        for (const [, built, written = ""] of file.code.matchAll(writes))
          writers.set(built ?? written, (writers.get(built ?? written) ?? new Set()).add(file.module));
      }
      return [...writers].flatMap(([table, modules]) =>
        modules.size > 1 ? [`${table}: ${[...modules].join(", ")}`] : [],
      );
    },
    breakage: {
      "server/events/book.ts": 'db.insertInto("events")',
      "server/fields/close.ts": "sql`update events set status = 'canceled'`",
    },
  },
  "whoever writes names the table; only the demo, which fills an empty database, may write any": {
    find: (files) =>
      codeMatches(
        files.filter((file) => isServerProduct(file) && file.module !== "demo"),
        /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!\s*["\n]|\s*$)/,
      ),
    breakage: { "server/events/book.ts": "db.insertInto(table)" },
  },
  "tools with a wrapper are used through it": {
    find: (files) =>
      filesWhere(
        files.filter((file) => isProduct(file) && isModuleFile(file)),
        (file) =>
          file.imports.some((to) =>
            /^(react-hook-form|@hookform|radix-ui|@radix-ui|pg|pg-boss|nodemailer|prom-client)(\/|$)/.test(to),
          ),
      ),
    breakage: { "web/events/event-form.tsx": 'import { useForm } from "react-hook-form";' },
  },
  "pages use path, method and permission of an endpoint: the build strips the rest": {
    find: (files) =>
      codeMatches(
        files.filter((file) => isProduct(file) && file.side === "web"),
        new RegExp(`\\b(?:${Object.keys(contract).join("|")}|endpoints)\\.\\w+\\.(?:${strippedMembers})\\b`),
      ),
    breakage: { "web/events/event-form.tsx": "const schema = events.update.body;" },
  },
  "the web's first bytes hold no whole zod": {
    find: (files) =>
      filesWhere(
        files.filter((file) => isProduct(file) && file.side !== "server"),
        (file) => file.imports.includes("zod"),
      ),
    breakage: { "contract/events.ts": 'import * as z from "zod";' },
  },
  "the web awaits nothing at its top level: WebKit would hand out modules that have not run": {
    find: (files) =>
      codeMatches(
        files.filter((file) => isProduct(file) && file.side === "web"),
        /^(?:(?:export )?(?:const|let) [^=]* = )?await\b/,
      ),
    breakage: { "web/main.tsx": "await setLanguage(detectLanguage());" },
  },
  "stripes in colours of the theme blend in sRGB: Firefox loses their lines in Oklab": {
    find: (files) =>
      files
        .filter((file) => file.side === "web" && file.path.endsWith(".css"))
        .flatMap((file) =>
          [...file.text.matchAll(/repeating-linear-gradient\(([^,]*),([^;]*)/g)]
            .filter(([, direction = "", colors = ""]) => /var\(|oklch|oklab/.test(colors) && !/in srgb/.test(direction))
            .map(([found]) => formatViolation(file, found.slice(0, 60))),
        ),
    breakage: {
      "web/planning/lane.css":
        ".lane { background: repeating-linear-gradient(to right, var(--line) 0 1px, #fff 9px); }",
    },
  },
});

/** The floor plan, enforced. Read this file to learn who may know whom. */
import { house } from "#contract/index.ts";
import type { SourceFile } from "./files.ts";
import {
  corridor,
  enforce,
  imports,
  isProduct,
  isRoom,
  isSource,
  occurrences,
  onServer,
  planningRooms,
  serverRooms,
  where,
} from "./rules.ts";

const placeOf = (room: string) => corridor.indexOf(room);
/** What may stand directly in a side, alone or followed by a part's name (`shell-drawer`): it mounts the rooms. */
const outerFiles: Record<string, string[]> = {
  contract: [...Object.keys(house), "index", "invoice-shape", "kit", "permissions"],
  server: ["admin", "app", "generate", "import", "main", "worker"],
  web: [
    "error-page",
    "guards",
    "inside",
    "main",
    "rooms",
    "root",
    "router",
    "settings-shell",
    "shell",
    "vitest.config",
  ],
};
const roomsOf: Record<string, string[]> = {
  contract: [...Object.keys(house), "index", "invoice-shape", "kit", "permissions"],
  server: [...Object.keys(house), ...Object.values(serverRooms).flat(), "kit", "demo", "app"],
  web: [...Object.keys(house), "kit", ...planningRooms, "overview", "app"],
};
/** Promises that a kit's file may know: the API describes itself, the web asks who is signed in and where they stand, and every list can be exported. */
const knownToKit: Record<string, string[]> = {
  "server/kit/openapi.ts": ["index"],
  "web/kit/export-button.tsx": ["exports"],
  "web/kit/scope.ts": ["accounts", "members"],
};

/** See `onlyCalls` in `vite.config.ts`. */
const leftOut = ["query", "body", "returns", "says", "summary", "example", "status", "idempotent", "dryRun", "raw"];

enforce({
  "a path is side, room and file, never deeper": {
    find: (files) => where(files, (file) => isSource(file) && file.depth > (file.side === "contract" ? 1 : 2)),
    breakage: { "server/events/queries/list.ts": "" },
  },
  "every room is on the floor plan": {
    find: (files) => where(files, (file) => isSource(file) && !roomsOf[file.side]?.includes(file.room)),
    breakage: { "server/misfits/routes.ts": "" },
  },
  "what stands directly in a side mounts the rooms, and is little": {
    find: (files) =>
      where(
        files,
        (file) =>
          isProduct(file) &&
          file.depth === 1 &&
          !outerFiles[file.side]?.some((outer) => file.name === outer || file.name.startsWith(`${outer}-`)),
      ),
    breakage: { "web/money.ts": "" },
  },
  "every room of the contract is served by a room of the same name": {
    find: (files) =>
      (files.some(({ side }) => side === "server") ? Object.keys(house) : []).filter(
        (room) => !files.some(({ path }) => path === `server/${room}/routes.ts`),
      ),
    breakage: { "server/events/queries.ts": "" },
  },
  "no import climbs: ./ is my room, # is another": {
    find: (files) =>
      where(files, (file) => !file.name.endsWith(".config") && file.imports.some((to) => to.startsWith(".."))),
    breakage: { "server/events/queries.ts": 'import { listFields } from "../fields/queries.ts";' },
  },
  "server and web never meet, and the contract knows neither; all know the words": {
    find: (files) =>
      imports(
        files.filter(isProduct),
        (file, to) =>
          !["contract", "words", file.side].includes(to.side) ||
          (file.side === "contract" && !["contract", "words"].includes(to.side)),
      ),
    breakage: { "web/events/events-page.tsx": 'import { listEvents } from "#server/events/queries.ts";' },
  },
  "the kit knows no room": {
    find: (files) => {
      const kits = files.filter((file) => isProduct(file) && file.room === "kit" && file.side !== "contract");
      const mayKnow = (file: SourceFile, to: string) =>
        to === "kit" || to === "permissions" || knownToKit[file.path]?.includes(to);
      return imports(kits, (file, to) =>
        to.side === "contract" ? !mayKnow(file, to.room) : to.side === file.side && to.room !== "kit",
      );
    },
    breakage: { "server/kit/gate.ts": 'import { findStanding } from "#server/members/standing.ts";' },
  },
  "a room looks up the corridor, never down": {
    find: (files) =>
      imports(
        files.filter(isProduct),
        (file, to) => isRoom(file) && to.side === file.side && placeOf(to.room) > placeOf(file.room),
      ),
    breakage: { "server/fields/create.ts": 'import { listEvents } from "#server/events/queries.ts";' },
  },
  "no room uses what mounts the rooms": {
    find: (files) =>
      imports(
        files.filter(isProduct),
        (file, to) => file.room !== "app" && to.room === "app" && ["server", "web"].includes(to.side),
      ),
    breakage: { "server/events/book.ts": 'import { buildApp } from "#server/app.ts";' },
  },
  "routes belong to their room alone": {
    find: (files) => imports(files.filter(isProduct), (file, to) => file.room !== "app" && to.file === "routes"),
    breakage: { "web/events/event-page.tsx": 'import fields from "#web/fields/routes.tsx";' },
  },
  "a table has one writer": {
    find: (files) => {
      const writers = new Map<string, Set<string>>();
      const writes =
        /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)|\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?([a-z_]{3,})\s+(?:\(|set\b|where\b|using\b|values\b|as\b)/g;
      for (const file of files.filter(onServer)) {
        for (const [, built, written = ""] of file.code.matchAll(writes))
          writers.set(built ?? written, (writers.get(built ?? written) ?? new Set()).add(file.room));
      }
      return [...writers].flatMap(([table, rooms]) => (rooms.size > 1 ? [`${table}: ${[...rooms].join(", ")}`] : []));
    },
    breakage: {
      "server/events/book.ts": 'db.insertInto("events")',
      "server/fields/close.ts": "sql`update events set status = 'canceled'`",
    },
  },
  "whoever writes names the table; only the demo, which fills an empty database, may write any": {
    find: (files) =>
      occurrences(
        files.filter((file) => onServer(file) && file.room !== "demo"),
        /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!\s*["\n]|\s*$)/,
      ),
    breakage: { "server/events/book.ts": "db.insertInto(table)" },
  },
  "tools with a wrapper are used through it": {
    find: (files) =>
      where(
        files.filter((file) => isProduct(file) && isRoom(file)),
        (file) =>
          file.imports.some((to) =>
            /^(react-hook-form|@hookform|radix-ui|@radix-ui|pg|pg-boss|nodemailer|prom-client)(\/|$)/.test(to),
          ),
      ),
    breakage: { "web/events/event-form.tsx": 'import { useForm } from "react-hook-form";' },
  },
  "of an endpoint pages know how it is called and who may: what it takes and answers is left out of the build": {
    find: (files) =>
      occurrences(
        files.filter((file) => isProduct(file) && file.side === "web"),
        new RegExp(`\\b(?:${Object.keys(house).join("|")}|endpoints)\\.\\w+\\.(?:${leftOut.join("|")})\\b`),
      ),
    breakage: { "web/events/event-form.tsx": "const schema = events.update.body;" },
  },
  "the web's first bytes hold no whole zod": {
    find: (files) =>
      where(
        files.filter((file) => isProduct(file) && file.side !== "server"),
        (file) => file.imports.includes("zod"),
      ),
    breakage: { "contract/events.ts": 'import * as z from "zod";' },
  },
});

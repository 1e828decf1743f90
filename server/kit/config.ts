/** Every setting of the product, read from the environment once. `docs/operations.md` lists them from here. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

/** A setting that cannot be: its message is one line for the operator. */
export class SettingError extends Error {}

const root = fileURLToPath(new URL("../..", import.meta.url));

const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.maximum(65535)),
  ),
);
const flag = z.pipe(
  z.enum(["1", "0", "true", "false"]),
  z.transform((text) => text === "1" || text === "true"),
);
/** An IP address, or a network as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [ip = "", bits, ...more] = text.trim().split("/");
  const most = { 4: 32, 6: 128 }[isIP(ip)] ?? 0;
  return most > 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= most));
}
const address = (protocol: RegExp) => z.url({ protocol, hostname: /^[^\s]*$/ });
const given = <S extends z.ZodMiniType>(schema: S) => z.optional(schema);

interface Setting<S extends z.ZodMiniType = z.ZodMiniType> {
  schema: S;
  /** What it is for, in one line. */
  about: string;
  /** What an allowed value looks like, for the complaint about another one. */
  expected: string;
  /** What happens without it. */
  without: string;
  /** Never shown, not even in a complaint. */
  secret?: boolean;
}
const setting = <S extends z.ZodMiniType>(
  schema: S,
  about: string,
  expected: string,
  without: string,
  secret = false,
): Setting<S> => ({
  schema,
  about,
  expected,
  without,
  secret,
});

/** The settings by the name of their environment variable. An empty value counts as none. */
export const settings = {
  PORT: setting(z._default(port, 3000), "Port of the web server", "a number from 0 (any free one) to 65535", "3000"),
  HOST: setting(
    z._default(z.string().check(z.regex(/^\S+$/)), "127.0.0.1"),
    "Address it listens on; `0.0.0.0` for all",
    "an address such as 127.0.0.1 or 0.0.0.0",
    "127.0.0.1",
  ),
  APP_URL: setting(
    given(address(/^https?$/).check(z.regex(/^[^?#]*$/))),
    "Address that people open in their browser; links in mails start with it",
    "an address such as https://club.example",
    "http://HOST:PORT",
  ),
  DATA_DIR: setting(
    z._default(z.string(), "data"),
    "Folder of everything that is kept: embedded database, uploads, mails",
    "a path",
    "data",
  ),
  DATABASE_URL: setting(
    given(address(/^postgres(ql)?$/)),
    "A PostgreSQL 15 or newer to use instead of the embedded one",
    "an address such as postgres://user:password@host:5432/database",
    "embedded PostgreSQL in DATA_DIR",
    true,
  ),
  DATABASE_POOL: setting(
    z._default(port, 10),
    "Connections to the database at most, per server",
    "a number from 2 to 500",
    "10",
  ),
  DEMO: setting(
    given(flag),
    "Fills an empty database with demo organizations, and shows their accounts at start",
    "1 or 0",
    "1 with the embedded database, else 0",
  ),
  SMTP_URL: setting(
    given(address(/^smtps?$/)),
    "Mail server that sends the mails",
    "an address such as smtp://user:password@host:587",
    "mails stay: at `/dev/mail` in the demo, and as files in DATA_DIR/mail",
    true,
  ),
  MAIL_FROM: setting(
    z._default(z.string().check(z.regex(/[^\s@<]@[^\s@>]+>?$/)), "Baseline <no-reply@localhost>"),
    "Sender of the mails",
    "an address such as Club <no-reply@club.example>",
    "Baseline <no-reply@localhost>",
  ),
  WORKER: setting(
    z._default(z.enum(["on", "only", "off"]), "on"),
    "Background jobs: with the web server, alone, or not in this process",
    "on, only or off",
    "on",
  ),
  LOG_LEVEL: setting(
    given(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])),
    "How much is logged",
    "fatal, error, warn, info, debug, trace or silent",
    "info in production, else warn",
  ),
  METRICS_PORT: setting(
    given(port),
    "Port of the Prometheus figures at `/metrics`, on HOST",
    "a number from 0 (any free one) to 65535",
    "none are served",
  ),
  TRUST_PROXY: setting(
    z._default(z.union([flag, z.string().check(z.refine((text) => text.split(",").every(isNetwork)))]), false),
    "Believe a proxy's X-Forwarded headers: 1, or the addresses of the proxies",
    "1, 0 or a list of addresses such as 10.0.0.0/8",
    "0",
  ),
  NODE_ENV: setting(
    z._default(z.enum(["production", "development", "test"]), "development"),
    "`production` turns on what only a real service wants: HTTPS-only headers, terse start",
    "production, development or test",
    "development",
  ),
};

type Raw = { [K in keyof typeof settings]: z.output<(typeof settings)[K]["schema"]> };

export interface Config {
  port: number;
  host: string;
  /** Without a slash at its end. */
  appUrl: string;
  /** An absolute path. */
  dataDir: string;
  /** Undefined: the embedded one. */
  databaseUrl: string | undefined;
  databasePool: number;
  demo: boolean;
  /** Undefined: mails stay in the house. */
  smtpUrl: string | undefined;
  mailFrom: string;
  worker: "on" | "only" | "off";
  logLevel: string;
  metricsPort: number | undefined;
  /** As Fastify takes it. */
  trustProxy: boolean | string;
  isProduction: boolean;
}

/**
 * The configuration that an environment asks for.
 * @throws SettingError naming the setting, what was given and what is expected
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const entries = Object.entries(settings).map(([name, { schema, expected, secret }]) => {
    const value = env[name]?.trim() || undefined;
    const parsed = (schema as z.ZodMiniType).safeParse(value);
    if (!parsed.success) throw refused(name, value, expected, secret);
    return [name, parsed.data] as const;
  });
  const raw = Object.fromEntries(entries) as Raw;
  if (raw.DATABASE_POOL < 2 || raw.DATABASE_POOL > 500)
    throw refused("DATABASE_POOL", env.DATABASE_POOL, settings.DATABASE_POOL.expected);
  return {
    port: raw.PORT,
    host: raw.HOST,
    appUrl: raw.APP_URL?.replace(/\/+$/, "") ?? addressOf(raw.HOST, raw.PORT),
    dataDir: resolve(root, raw.DATA_DIR),
    databaseUrl: raw.DATABASE_URL,
    databasePool: raw.DATABASE_POOL,
    demo: raw.DEMO ?? !raw.DATABASE_URL,
    smtpUrl: raw.SMTP_URL,
    mailFrom: raw.MAIL_FROM,
    worker: raw.WORKER,
    logLevel: raw.LOG_LEVEL ?? (raw.NODE_ENV === "production" ? "info" : "warn"),
    metricsPort: raw.METRICS_PORT,
    trustProxy: raw.TRUST_PROXY,
    isProduction: raw.NODE_ENV === "production",
  };
}

const refused = (name: string, value: string | undefined, expected: string, secret = false) =>
  new SettingError(`${name} is ${secret ? "not usable" : JSON.stringify(value)}: expected ${expected}`);

/** Where a browser on this machine finds the server. */
export function addressOf(host: string, port: number): string {
  const name = ["127.0.0.1", "0.0.0.0", "::1", "::"].includes(host)
    ? "localhost"
    : host.includes(":")
      ? `[${host}]`
      : host;
  return `http://${name}:${port}`;
}

/** The settings as a Markdown table, for the documentation. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, { about, without }]) => `| \`${name}\` | ${about} | ${without} |`);
  return ["| Setting | What it is for | Without it |", "|---|---|---|", ...rows].join("\n");
}

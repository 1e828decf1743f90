/** All settings by environment variable. Source of the table in `docs/operations.md`. */
import { isIP } from "node:net";
import * as z from "zod/mini";

const portSetting = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.maximum(65535)),
  ),
);
const booleanSetting = z.pipe(
  z.enum(["1", "0", "true", "false"]),
  z.transform((text) => text === "1" || text === "true"),
);
/** `true` and `false` are 1 and 0. */
const proxyCountSetting = z.pipe(
  z.string().check(z.regex(/^(\d|true|false)$/)),
  z.transform((text): false | number =>
    text === "0" || text === "false" ? false : text === "true" ? 1 : Number(text),
  ),
);
function isNetwork(text: string): boolean {
  const [ip = "", bits, ...more] = text.trim().split("/");
  const maxBits = { 4: 32, 6: 128 }[isIP(ip)] ?? 0;
  return (
    maxBits > 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= maxBits))
  );
}
const urlSetting = (protocol: RegExp) => z.url({ protocol, hostname: /^[^\s]*$/ });
export const addressProviders = ["geopf", "google", "local"] as const;
export type AddressProviderName = (typeof addressProviders)[number];
const providerListSetting = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => (text === "off" ? [] : [...new Set(text.split(",").map((name) => name.trim()))])),
  ),
  z.array(z.enum(addressProviders)),
);
const optionalSetting = <S extends z.ZodMiniType>(schema: S) => z.optional(schema);

interface Setting<S extends z.ZodMiniType = z.ZodMiniType> {
  schema: S;
  about: string;
  expected: string;
  defaultText: string;
  /** Never shown, not even in an error message. */
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
  defaultText: without,
  secret,
});

/** One line, as the legal pages show it. */
const lineSetting = z.optional(z.string().check(z.maxLength(300), z.regex(/^[^\p{Cc}]+$/u)));
const line = "one line of 300 characters at most";
const unnamed = "the legal pages say that it is not named; the start of a service says so too";

/** Hundredths of a percent. */
const hundredthsOfPercent = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.maximum(5000)),
  ),
);

/** An empty value counts as unset. */
export const settings = {
  PORT: setting(
    z._default(portSetting, 3000),
    "Port of the web server",
    "a number from 0 (any free one) to 65535",
    "3000",
  ),
  HOST: setting(
    z._default(z.string().check(z.regex(/^\S+$/)), "127.0.0.1"),
    "Address it listens on; `0.0.0.0` for all",
    "an address such as 127.0.0.1 or 0.0.0.0",
    "127.0.0.1",
  ),
  APP_URL: setting(
    optionalSetting(urlSetting(/^https?$/).check(z.regex(/^[^?#]*$/))),
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
    optionalSetting(urlSetting(/^postgres(ql)?$/)),
    "A PostgreSQL 15 or newer to use instead of the embedded one",
    "an address such as postgres://user:password@host:5432/database",
    "embedded PostgreSQL in DATA_DIR",
    true,
  ),
  DATABASE_POOL: setting(
    z._default(portSetting, 10),
    "Connections to the database at most, per server, and as many for its jobs",
    "a number from 2 to 500",
    "10",
  ),
  DATABASE_DIRECT_URL: setting(
    optionalSetting(urlSetting(/^postgres(ql)?$/)),
    "Where DATABASE_URL leads through a pooler in transaction mode, such as PgBouncer: the address of the same database without it, for migrations and jobs. Requests then set and prepare nothing on their connections",
    "an address such as postgres://user:password@host:5432/database",
    "DATABASE_URL leads to the database itself",
    true,
  ),
  DATABASE_REPLICA_URL: setting(
    optionalSetting(urlSetting(/^postgres(ql)?$/)),
    "A streaming replica that answers lists, reports and calendar feeds as far as it has replayed what changed in their organization; more than five seconds behind, or without an answer, it is left out",
    "an address such as postgres://user:password@replica:5432/database",
    "DATABASE_URL answers everything",
    true,
  ),
  MAX_HEAP_MB: setting(
    z._default(portSetting, 256),
    "Megabytes of memory for the server's objects at most; `npm start` passes it to Node",
    "a number of megabytes",
    "256",
  ),
  DEMO: setting(
    optionalSetting(booleanSetting),
    "Fills an empty database with demo organizations, and shows their accounts at start",
    "1 or 0",
    "1 with the embedded database, where HOST and APP_URL are this machine's and NODE_ENV is not `production`; else 0",
  ),
  DEMO_LANGUAGE: setting(
    optionalSetting(z.enum(["en", "fr"])),
    "Language of what the demo's people have written: names of events, notes, price lists",
    "en or fr",
    "`fr` where LC_ALL or LANG is French, else `en`",
  ),
  SMTP_URL: setting(
    optionalSetting(urlSetting(/^smtps?$/)),
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
  S3_BUCKET: setting(
    optionalSetting(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
    "Bucket for uploads, at any provider that speaks S3",
    "the name of a bucket",
    "uploads stay in DATA_DIR/files",
  ),
  S3_ENDPOINT: setting(
    optionalSetting(urlSetting(/^https?$/)),
    "Address of the S3 provider",
    "an address such as https://s3.fr-par.scw.cloud",
    "Amazon's",
  ),
  S3_REGION: setting(
    z._default(z.string().check(z.regex(/^[\w-]+$/)), "us-east-1"),
    "Region of the bucket",
    "a region such as eu-west-3",
    "us-east-1",
  ),
  S3_ACCESS_KEY_ID: setting(
    optionalSetting(z.string()),
    "Key that may read, write, delete and list in the bucket",
    "a key",
    "what Amazon's SDK finds by itself, as the role of the machine",
    true,
  ),
  S3_SECRET_ACCESS_KEY: setting(
    optionalSetting(z.string()),
    "The secret of that key",
    "the secret of S3_ACCESS_KEY_ID",
    "as for the key",
    true,
  ),
  S3_FORCE_PATH_STYLE: setting(
    optionalSetting(booleanSetting),
    "Names the bucket in the path of addresses, not in their host",
    "1 or 0",
    "1 with S3_ENDPOINT, else 0",
  ),
  ADDRESS_PROVIDERS: setting(
    optionalSetting(providerListSetting),
    "Who suggests addresses: `geopf` (France, no key), `google` (wants GOOGLE_PLACES_KEY), `local` (towns of a built-in list, asked where the others know nothing)",
    "a list such as geopf,local, or off",
    "geopf,local in production, else local; google before them with a key",
  ),
  GEOPF_URL: setting(
    z._default(urlSetting(/^https?$/), "https://data.geopf.fr/geocodage"),
    "Address of the French geocoder, or of one that answers alike",
    "an address such as https://data.geopf.fr/geocodage",
    "https://data.geopf.fr/geocodage",
  ),
  GOOGLE_PLACES_KEY: setting(
    optionalSetting(z.string()),
    "Key of Google's Places API (New)",
    "a key of Google's Places API (New)",
    "Google is not asked",
    true,
  ),
  STRIPE_SECRET_KEY: setting(
    optionalSetting(z.string().check(z.regex(/^(sk|rk)_(test|live)_\w+$/))),
    "Key of the account at Stripe that takes online payments",
    "a secret key such as sk_live_…",
    "payments are a test in the demo, else off",
    true,
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    optionalSetting(z.string().check(z.regex(/^whsec_[^,\s]+(\s*,\s*whsec_[^,\s]+)*$/))),
    "Secret that Stripe signs its events with; several, parted by commas, where more than one endpoint is set up there",
    "secrets such as whsec_…",
    "wanted with STRIPE_SECRET_KEY",
    true,
  ),
  STRIPE_CONNECT: setting(
    z._default(booleanSetting, false),
    "Whether an organization must connect an account of its own before it takes online payments",
    "1 or 0",
    "0: those without one use the account of STRIPE_SECRET_KEY",
  ),
  PLATFORM_FEE: setting(
    z._default(hundredthsOfPercent, 0),
    "What the platform keeps of each payment to a connected account, in hundredths of a percent: `150` is 1.5 %",
    "a number from 0 to 5000",
    "0",
  ),
  MAX_UNPAID_HOLDS: setting(
    z._default(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/)), z.transform(Number)), 3),
    "How many bookings one person may hold at once without having paid; what was held in vain counts for an hour",
    "a number from 1 to 9999",
    "3",
  ),
  DEVICE_FILES: setting(
    optionalSetting(booleanSetting),
    "Whether organizations may make doors and lights of the kind `file`, whose messages, with access codes, are appended to files in DATA_DIR/devices: for trials",
    "1 or 0",
    "1 in the demo, else 0",
  ),
  STRIPE_API_URL: setting(
    optionalSetting(urlSetting(/^https?$/).check(z.regex(/^https?:\/\/[^/?#]+\/?$/))),
    "Another server than Stripe's that answers as it does, for tests; refused in production",
    "an address such as http://localhost:12111",
    "Stripe's",
  ),
  WORKER: setting(
    z._default(z.enum(["on", "only", "off"]), "on"),
    "Background jobs: with the web server, alone, or not in this process",
    "on, only or off",
    "on",
  ),
  SERVICE_WORKER: setting(
    z._default(z.enum(["on", "off"]), "on"),
    "Whether browsers keep the offline page, one’s next bookings and, where somebody of the team asks for it, the day of the desk. `off` serves a worker that removes itself and all of this from browsers at their next visit",
    "on or off",
    "on",
  ),
  SMS: setting(
    optionalSetting(z.enum(["off", "file", "brevo"])),
    "Service that sends text messages (SMS): Brevo, or files in DATA_DIR/sms for trials. Each organization says how many it pays for",
    "off, file or brevo",
    "file in the demo, else off",
  ),
  SMS_API_KEY: setting(
    optionalSetting(z.string()),
    "Key of that service",
    "the key that Brevo shows",
    "`SMS=brevo` needs one",
    true,
  ),
  SMS_API_URL: setting(
    z._default(urlSetting(/^https?$/), "https://api.brevo.com/"),
    "Address of its API",
    "an address such as https://api.brevo.com/",
    "Brevo’s",
  ),
  SMS_SENDER: setting(
    z._default(z.string().check(z.regex(/^(?=.*[A-Za-z])[A-Za-z0-9]{3,11}$/)), "Baseline"),
    "Name that telephones show as the sender",
    "3 to 11 letters and digits, one letter at least",
    "Baseline",
  ),
  PUSH_HOSTS: setting(
    optionalSetting(z.string().check(z.regex(/^[a-z0-9.-]+(?:\s*,\s*[a-z0-9.-]+)*$/))),
    "Hosts of push services beside those of Chrome, Edge, Firefox, Safari and Windows, and all below them; `localhost` for trials, never in production",
    "hosts such as push.example.org, parted by commas",
    "browsers of these makers alone are told of news",
  ),
  WEB_PROCESSES: setting(
    z._default(portSetting, 1),
    "Web servers that share the port: one for each core. Each has memory and connections of its own",
    "a number from 1 to 64",
    "1",
  ),
  LOG_LEVEL: setting(
    optionalSetting(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])),
    "How much is logged",
    "fatal, error, warn, info, debug, trace or silent",
    "info in production, else warn",
  ),
  METRICS_PORT: setting(
    optionalSetting(portSetting),
    "Port of the Prometheus figures at `/metrics`",
    "a number from 0 (any free one) to 65535",
    "none are served",
  ),
  METRICS_HOST: setting(
    z._default(z.string().check(z.regex(/^\S+$/)), "127.0.0.1"),
    "Address that METRICS_PORT listens on: the figures are open to whoever reaches it",
    "an address such as 127.0.0.1 or 0.0.0.0",
    "127.0.0.1",
  ),
  BACKUP_KEY: setting(
    optionalSetting(z.string()),
    "Key of `npm run backup` and `npm run restore`: the secret key of age (`AGE-SECRET-KEY-1…`), or for backups alone the public one (`age1…`)",
    "a key that `npm run backup -- --new-key` prints",
    "backups are not encrypted",
    true,
  ),
  BACKUP_KEY_FILE: setting(
    optionalSetting(z.string()),
    "File that holds the key, instead of BACKUP_KEY",
    "a path",
    "backups are not encrypted",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    optionalSetting(urlSetting(/^https?$/)),
    "Collector of OpenTelemetry that traces are sent to, by OTLP over HTTP; the other variables of OpenTelemetry apply as well",
    "an address such as http://localhost:4318",
    "no traces",
  ),
  SECURITY_CONTACT: setting(
    optionalSetting(urlSetting(/^(https|mailto)$/)),
    "Where a vulnerability is to be reported, published at `/.well-known/security.txt`",
    "an address such as mailto:security@club.example or https://club.example/security",
    "there is no security.txt",
  ),
  OPERATOR_NAME: setting(
    lineSetting,
    "Who runs the service, on its legal pages: legal name, form and capital",
    line,
    unnamed,
  ),
  OPERATOR_ADDRESS: setting(lineSetting, "Postal address of the operator", line, unnamed),
  OPERATOR_EMAIL: setting(
    optionalSetting(z.string().check(z.regex(/^[^\s@<>]+@[^\s@<>]+$/))),
    "Address for questions, complaints and requests about personal data",
    "an address such as contact@club.example",
    unnamed,
  ),
  OPERATOR_PHONE: setting(lineSetting, "Telephone number of the operator", line, unnamed),
  OPERATOR_REGISTRATION: setting(
    lineSetting,
    "Register and number of the operator, and its VAT number",
    "one line such as RCS Lyon 123 456 789, FR00123456789",
    unnamed,
  ),
  OPERATOR_PUBLISHER: setting(lineSetting, "Person responsible for what is published", line, unnamed),
  HOSTING_NAME: setting(lineSetting, "Who hosts the service, on its legal pages", line, unnamed),
  HOSTING_ADDRESS: setting(lineSetting, "Postal address of the host", line, unnamed),
  HOSTING_PHONE: setting(lineSetting, "Telephone number of the host", line, unnamed),
  OIDC_ISSUER: setting(
    optionalSetting(urlSetting(/^https?$/).check(z.regex(/^[^?#]*$/))),
    "Provider of OpenID Connect whose accounts sign in here (single sign-on); it leads back to APP_URL/auth/sign-on",
    "an address such as https://login.example.org",
    "people sign in with their password or a passkey alone",
  ),
  OIDC_CLIENT_ID: setting(
    optionalSetting(z.string().check(z.maxLength(300))),
    "What the provider calls this server",
    "the client id that the provider has given",
    "wanted with OIDC_ISSUER",
  ),
  OIDC_CLIENT_SECRET: setting(
    optionalSetting(z.string().check(z.maxLength(1000))),
    "Secret with which this server tells the provider who it is",
    "the client secret that the provider has given",
    "wanted with OIDC_ISSUER",
    true,
  ),
  OIDC_NAME: setting(
    lineSetting,
    "Name of the provider on the login page, as in “Sign in with …”",
    line,
    "the host of OIDC_ISSUER",
  ),
  ADMINISTRATORS_SECOND_FACTOR: setting(
    optionalSetting(z.iso.date().check(z.regex(/^2\d{3}-/))),
    "Demands two-step sign-in of the platform's administrators from this day on: each has seven days to set it up, counted from it or from becoming an administrator; after that only its page opens",
    "a day such as 2026-12-01",
    "their password is enough",
  ),
  TRUST_PROXY: setting(
    z._default(
      z.union([proxyCountSetting, z.string().check(z.refine((text) => text.split(",").every(isNetwork)))]),
      false,
    ),
    "How many proxies stand in front, so that the X-Forwarded headers that these add are believed and no others; or the addresses of the proxies",
    "a number from 0 to 9, or a list of addresses such as 10.0.0.0/8",
    "0: X-Forwarded headers are ignored",
  ),
  NODE_ENV: setting(
    z._default(z.enum(["production", "development", "test"]), "development"),
    "`production` turns on what only a real service wants: HTTPS-only headers, terse start",
    "production, development or test",
    "development",
  ),
};

export function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { about, defaultText: without }]) => `| \`${name}\` | ${about} | ${without} |`,
  );
  return ["| Setting | What it is for | Without it |", "|---|---|---|", ...rows].join("\n");
}

/** The settings, read from the environment once. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type * as z from "zod/mini";
import { type AddressProviderName, settings } from "./settings.ts";

/** A setting that cannot be: its message is one line for the operator. */
export class SettingError extends Error {}

const root = fileURLToPath(new URL("../..", import.meta.url));

type Raw = { [K in keyof typeof settings]: z.output<(typeof settings)[K]["schema"]> };

/** A bucket, and how to get there. */
export interface S3Config {
  bucket: string;
  region: string;
  /** Undefined: Amazon's. */
  endpoint: string | undefined;
  /** Undefined: those that the SDK finds. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
}

/** Who takes payments by card. */
export interface PaymentsConfig {
  /** `test`: no real money moves. */
  mode: "off" | "test" | "live";
  /** Undefined in mode `test`: the test provider of the house. */
  secretKey: string | undefined;
  webhookSecrets: readonly string[];
  /** Whether organizations need accounts of their own. */
  connect: boolean;
  /** Hundredths of a percent of what is paid to connected accounts. */
  platformFee: number;
  /** Undefined: Stripe's. */
  apiUrl: URL | undefined;
}

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
  /** Undefined: uploads stay in `dataDir`. */
  s3: S3Config | undefined;
  addresses: {
    /** In the order in which they are asked; none: addresses are typed by hand. */
    providers: readonly AddressProviderName[];
    /** Without a slash at its end. */
    geopfUrl: string;
    googlePlacesKey: string | undefined;
  };
  payments: PaymentsConfig;
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
    demo: isDemo(raw),
    smtpUrl: raw.SMTP_URL,
    mailFrom: raw.MAIL_FROM,
    s3: s3Of(raw),
    addresses: addressesOf(raw),
    payments: paymentsOf(raw),
    worker: raw.WORKER,
    logLevel: raw.LOG_LEVEL ?? (raw.NODE_ENV === "production" ? "info" : "warn"),
    metricsPort: raw.METRICS_PORT,
    trustProxy: raw.TRUST_PROXY,
    isProduction: raw.NODE_ENV === "production",
  };
}

/** Whoever gives one part of it wants a bucket: half of it would put uploads where nobody looks for them. */
function s3Of(raw: Raw): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = raw;
  if (!id !== !secret) throw missing(id ? "S3_SECRET_ACCESS_KEY" : "S3_ACCESS_KEY_ID");
  if (!bucket && (endpoint || id)) throw missing("S3_BUCKET");
  if (!bucket) return undefined;
  const keys = id && secret ? { accessKeyId: id, secretAccessKey: secret } : undefined;
  const forcePathStyle = raw.S3_FORCE_PATH_STYLE ?? endpoint !== undefined;
  return { bucket, region: raw.S3_REGION, endpoint, keys, forcePathStyle };
}

function addressesOf(raw: Raw): Config["addresses"] {
  const { ADDRESS_PROVIDERS: asked, GOOGLE_PLACES_KEY: googlePlacesKey } = raw;
  if (asked?.includes("google") && !googlePlacesKey) throw missing("GOOGLE_PLACES_KEY");
  const isService = raw.NODE_ENV === "production" && !isDemo(raw);
  const usual = [
    ...(googlePlacesKey ? ["google" as const] : []),
    ...(isService ? ["geopf" as const] : []),
    "local" as const,
  ];
  return { providers: asked ?? usual, geopfUrl: raw.GEOPF_URL.replace(/\/+$/, ""), googlePlacesKey };
}

/** Whoever runs a real service never finds that it took play money: there the test provider wants to be asked for, by DEMO. */
function paymentsOf(raw: Raw): PaymentsConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_API_URL: api } = raw;
  if (secretKey && !secrets) throw missing("STRIPE_WEBHOOK_SECRET");
  const mayPretend = raw.NODE_ENV !== "production" || raw.DEMO === true;
  if (api && !mayPretend) throw new SettingError("STRIPE_API_URL is for tests: leave it out in production");
  const isTest = secretKey ? !secretKey.includes("_live_") || Boolean(api) : isDemo(raw) && mayPretend;
  return {
    mode: isTest ? "test" : secretKey ? "live" : "off",
    secretKey,
    webhookSecrets: secrets?.split(",").map((secret) => secret.trim()) ?? [],
    connect: raw.STRIPE_CONNECT,
    platformFee: raw.PLATFORM_FEE,
    apiUrl: api ? new URL(api) : undefined,
  };
}

const isDemo = (raw: Raw) => raw.DEMO ?? !raw.DATABASE_URL;

const missing = (name: keyof typeof settings) =>
  new SettingError(`${name} is missing: expected ${settings[name].expected}`);
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

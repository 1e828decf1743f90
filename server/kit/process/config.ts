/**
 * Reads the configuration from the environment variables of `settings.ts`, once at the start, and refuses what contradicts.
 */
import type { Language } from "#messages/translator.ts";
import { resolve } from "node:path";
import { type Operator, type Processor, processors } from "#contract/personal-data.ts";
import { fileURLToPath } from "node:url";
import type * as z from "zod/mini";
import { type AddressProviderName, settings } from "./settings.ts";

export class SettingError extends Error {}

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

type RawSettings = { [K in keyof typeof settings]: z.output<(typeof settings)[K]["schema"]> };

export interface SingleSignOnConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the login page. */
  name: string;
}

export interface S3Config {
  bucket: string;
  region: string;
  /** Undefined: Amazon's. */
  endpoint: string | undefined;
  /** Undefined: the SDK's credential lookup. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
}

export interface PaymentsConfig {
  /** `test`: no real money moves. */
  mode: "off" | "test" | "live";
  secretKey: string | undefined;
  /** The Stripe emulator replaces the provider, in the demo and in tests. */
  isEmulated: boolean;
  webhookSecrets: readonly string[];
  connect: boolean;
  /** Hundredths of a percent of payments to connected accounts. */
  platformFee: number;
  /** Undefined: Stripe's. */
  apiUrl: URL | undefined;
}

/** `file`: they are written to `dataDir`. */
export type SmsConfig = { service: "file" } | { service: "brevo"; url: URL; key: string; sender: string };

export interface Config {
  port: number;
  host: string;
  appUrl: string;
  /** HOST and APP_URL name this machine alone. */
  isLocalOnly: boolean;
  dataDir: string;
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined;
  /** Without the pooler that `databaseUrl` leads through. */
  databaseDirectUrl: string | undefined;
  /** Streaming replica for reads that may lag. */
  databaseReplicaUrl: string | undefined;
  databasePool: number;
  demo: boolean;
  /** Devices may be told by lines of files in `dataDir`. */
  deviceFiles: boolean;
  demoLanguage: Language;
  /** Undefined: no text messages are sent. */
  sms: SmsConfig | undefined;
  /** Undefined: mails are written to `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  backup: {
    /** Undefined with `keyFile`, or where backups are not encrypted. */
    key: string | undefined;
    keyFile: string | undefined;
  };
  /** Undefined: uploads are stored in `dataDir`. */
  s3: S3Config | undefined;
  addresses: {
    providers: readonly AddressProviderName[];
    geopfUrl: string;
    googlePlacesKey: string | undefined;
  };
  payments: PaymentsConfig;
  /** Bookings that one person holds at once without having paid. */
  maxUnpaidHolds: number;
  worker: "on" | "only" | "off";
  /** Whether browsers keep what can be read without a network. */
  hasServiceWorker: boolean;
  /** Push services beside those of the usual browsers. */
  pushHosts: readonly string[];
  webProcesses: number;
  logLevel: string;
  metricsPort: number | undefined;
  metricsHost: string;
  /** Number of proxies in front, or their addresses; false: none. */
  trustProxy: false | number | string;
  isProduction: boolean;
  securityContact: string | undefined;
  /** Since when a second factor is demanded of the platform's administrators. */
  administratorsDemandedAt: Date | undefined;
  /** Provider of OpenID Connect for everybody. */
  singleSignOn: SingleSignOnConfig | undefined;
  /** On the legal pages; null where it is not set. */
  operator: Operator;
  /** Services of others that this installation uses. */
  processors: readonly Processor[];
}

/** @throws SettingError naming the setting, its value and the expected one */
export function readConfig(env: Record<string, string | undefined>): Config {
  const entries = Object.entries(settings).map(([name, { schema, expected, secret }]) => {
    const value = env[name]?.trim() || undefined;
    const parsed = (schema as z.ZodMiniType).safeParse(value);
    if (!parsed.success) throw invalidSetting(name, value, expected, secret);
    return [name, parsed.data] as const;
  });
  const raw = Object.fromEntries(entries) as RawSettings;
  if (raw.DATABASE_POOL < 2 || raw.DATABASE_POOL > 500)
    throw invalidSetting("DATABASE_POOL", env.DATABASE_POOL, settings.DATABASE_POOL.expected);
  if (raw.WEB_PROCESSES < 1 || raw.WEB_PROCESSES > 64)
    throw invalidSetting("WEB_PROCESSES", env.WEB_PROCESSES, settings.WEB_PROCESSES.expected);
  if ((raw.DATABASE_DIRECT_URL || raw.DATABASE_REPLICA_URL) && !raw.DATABASE_URL) throw missingSetting("DATABASE_URL");
  return {
    port: raw.PORT,
    host: raw.HOST,
    appUrl: raw.APP_URL?.replace(/\/+$/, "") ?? localUrl(raw.HOST, raw.PORT),
    isLocalOnly: isLocalOnly(raw),
    dataDir: resolve(projectRoot, raw.DATA_DIR),
    databaseUrl: raw.DATABASE_URL,
    databaseDirectUrl: raw.DATABASE_DIRECT_URL,
    databaseReplicaUrl: raw.DATABASE_REPLICA_URL,
    databasePool: raw.DATABASE_POOL,
    demo: isDemoEnabled(raw),
    deviceFiles: raw.DEVICE_FILES ?? isDemoEnabled(raw),
    demoLanguage: raw.DEMO_LANGUAGE ?? (/^fr/i.test(env.LC_ALL || env.LANG || "") ? "fr" : "en"),
    sms: readSmsConfig(raw),
    smtpUrl: raw.SMTP_URL,
    mailFrom: raw.MAIL_FROM,
    backup: { key: raw.BACKUP_KEY, keyFile: raw.BACKUP_KEY_FILE && resolve(projectRoot, raw.BACKUP_KEY_FILE) },
    s3: readS3Config(raw),
    addresses: readAddressesConfig(raw),
    payments: readPaymentsConfig(raw),
    maxUnpaidHolds: raw.MAX_UNPAID_HOLDS,
    worker: raw.WORKER,
    hasServiceWorker: raw.SERVICE_WORKER === "on",
    pushHosts: raw.PUSH_HOSTS?.split(",").map((host) => host.trim()) ?? [],
    webProcesses: raw.WEB_PROCESSES,
    logLevel: raw.LOG_LEVEL ?? (raw.NODE_ENV === "production" ? "info" : "warn"),
    metricsPort: raw.METRICS_PORT,
    metricsHost: raw.METRICS_HOST,
    trustProxy: raw.TRUST_PROXY,
    isProduction: raw.NODE_ENV === "production",
    securityContact: raw.SECURITY_CONTACT,
    administratorsDemandedAt: raw.ADMINISTRATORS_SECOND_FACTOR ? new Date(raw.ADMINISTRATORS_SECOND_FACTOR) : undefined,
    singleSignOn: readSingleSignOnConfig(raw),
    operator: readOperator(raw),
    processors: listProcessors(raw),
  };
}

const operatorSettings = {
  name: "OPERATOR_NAME",
  address: "OPERATOR_ADDRESS",
  email: "OPERATOR_EMAIL",
  phone: "OPERATOR_PHONE",
  registration: "OPERATOR_REGISTRATION",
  publisher: "OPERATOR_PUBLISHER",
  hostName: "HOSTING_NAME",
  hostAddress: "HOSTING_ADDRESS",
  hostPhone: "HOSTING_PHONE",
} as const satisfies Record<keyof Operator, keyof typeof settings>;
const operatorMembers = Object.keys(operatorSettings) as (keyof Operator)[];

/** Nobody's: the domain is reserved (RFC 6761), the numbers are for fiction (Arcep). */
const demoOperator: Operator = {
  name: "Baseline demo (nobody’s company)",
  address: "1 rue de la Démonstration, 00000 Exemple",
  email: "operator@demo.test",
  phone: "+33 1 99 00 00 01",
  registration: "RCS Exemple 000 000 000",
  publisher: "Camille Exemple",
  hostName: "Example Hosting",
  hostAddress: "2 rue de la Démonstration, 00000 Exemple",
  hostPhone: "+33 1 99 00 00 02",
};

/** A demo that names nobody shows an example. */
function readOperator(raw: RawSettings): Operator {
  const entries = operatorMembers.map((member) => [member, raw[operatorSettings[member]] ?? null] as const);
  const isUnnamed = entries.every(([, value]) => value === null);
  return isUnnamed && isDemoEnabled(raw) ? demoOperator : (Object.fromEntries(entries) as unknown as Operator);
}

export const listMissingOperatorSettings = ({ operator }: Pick<Config, "operator">): string[] =>
  operatorMembers.filter((member) => operator[member] === null).map((member) => operatorSettings[member]);

function listProcessors(raw: RawSettings): Processor[] {
  const { providers } = readAddressesConfig(raw);
  const used: Record<Processor, boolean> = {
    mail: raw.SMTP_URL !== undefined,
    storage: raw.S3_BUCKET !== undefined,
    stripe: raw.STRIPE_SECRET_KEY !== undefined,
    geopf: providers.includes("geopf"),
    google: providers.includes("google"),
    openid: raw.OIDC_ISSUER !== undefined,
    push: raw.SERVICE_WORKER === "on",
    sms: raw.SMS === "brevo",
  };
  return processors.filter((processor) => used[processor]);
}

function readSmsConfig(raw: RawSettings): SmsConfig | undefined {
  const service = raw.SMS ?? (isDemoEnabled(raw) ? "file" : "off");
  if (service === "off") return undefined;
  if (service === "file") return { service };
  if (!raw.SMS_API_KEY) throw missingSetting("SMS_API_KEY");
  return { service, url: new URL(raw.SMS_API_URL), key: raw.SMS_API_KEY, sender: raw.SMS_SENDER };
}

/** Refuse a half-configured bucket: uploads would silently go to the local folder. */
function readS3Config(raw: RawSettings): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = raw;
  if (!id !== !secret) throw missingSetting(id ? "S3_SECRET_ACCESS_KEY" : "S3_ACCESS_KEY_ID");
  if (!bucket && (endpoint || id)) throw missingSetting("S3_BUCKET");
  if (!bucket) return undefined;
  const keys = id && secret ? { accessKeyId: id, secretAccessKey: secret } : undefined;
  const forcePathStyle = raw.S3_FORCE_PATH_STYLE ?? endpoint !== undefined;
  return { bucket, region: raw.S3_REGION, endpoint, keys, forcePathStyle };
}

function readAddressesConfig(raw: RawSettings): Config["addresses"] {
  const { ADDRESS_PROVIDERS: providers, GOOGLE_PLACES_KEY: googlePlacesKey } = raw;
  if (providers?.includes("google") && !googlePlacesKey) throw missingSetting("GOOGLE_PLACES_KEY");
  const isService = raw.NODE_ENV === "production" && !isDemoEnabled(raw);
  const usual = [
    ...(googlePlacesKey ? ["google" as const] : []),
    ...(isService ? ["geopf" as const] : []),
    "local" as const,
  ];
  return { providers: providers ?? usual, geopfUrl: raw.GEOPF_URL.replace(/\/+$/, ""), googlePlacesKey };
}

/** In production the emulator requires DEMO, so that no real installation accepts test payments by accident. */
function readPaymentsConfig(raw: RawSettings): PaymentsConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_API_URL: api } = raw;
  if (secretKey && !secrets) throw missingSetting("STRIPE_WEBHOOK_SECRET");
  const mayPretend = raw.NODE_ENV !== "production" || raw.DEMO === true;
  if (api && !mayPretend) throw new SettingError("STRIPE_API_URL is for tests: leave it out in production");
  const isTest = secretKey ? !secretKey.includes("_live_") || Boolean(api) : isDemoEnabled(raw) && mayPretend;
  return {
    mode: isTest ? "test" : secretKey ? "live" : "off",
    secretKey,
    isEmulated: isTest && !secretKey,
    webhookSecrets: secrets?.split(",").map((secret) => secret.trim()) ?? [],
    connect: raw.STRIPE_CONNECT,
    platformFee: raw.PLATFORM_FEE,
    apiUrl: api ? new URL(api) : undefined,
  };
}

/** A half of it would lead people to a page of errors. Plain HTTP is for a provider on this machine. */
function readSingleSignOnConfig(raw: RawSettings): SingleSignOnConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = raw;
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (!issuer) throw missingSetting("OIDC_ISSUER");
  if (!clientId) throw missingSetting("OIDC_CLIENT_ID");
  if (!clientSecret) throw missingSetting("OIDC_CLIENT_SECRET");
  const { protocol, hostname, host } = new URL(issuer);
  if (protocol !== "https:" && !isLoopback(hostname))
    throw invalidSetting("OIDC_ISSUER", issuer, settings.OIDC_ISSUER.expected);
  return { issuer, clientId, clientSecret, name: name ?? host };
}

/** Its accounts have a published password: where others could reach it, the demo needs DEMO=1. */
const isDemoEnabled = (raw: RawSettings) =>
  raw.DEMO ?? (!raw.DATABASE_URL && raw.NODE_ENV !== "production" && isLocalOnly(raw));

const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "::1", "[::1]"];
export const isLoopback = (name: string): boolean => loopbackNames.includes(name) || name.endsWith(".localhost");
/** Nobody but this machine is meant to reach the server. */
const isLocalOnly = ({ HOST, APP_URL }: RawSettings) =>
  isLoopback(HOST) && (APP_URL === undefined || isLoopback(new URL(APP_URL).hostname));

const missingSetting = (name: keyof typeof settings) =>
  new SettingError(`${name} is missing: expected ${settings[name].expected}`);
const invalidSetting = (name: string, value: string | undefined, expected: string, secret = false) =>
  new SettingError(`${name} is ${secret ? "not usable" : JSON.stringify(value)}: expected ${expected}`);

export function localUrl(host: string, port: number): string {
  const name = ["127.0.0.1", "0.0.0.0", "::1", "::"].includes(host)
    ? "localhost"
    : host.includes(":")
      ? `[${host}]`
      : host;
  return `http://${name}:${port}`;
}

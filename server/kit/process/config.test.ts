import { expect, test } from "vitest";
import { listMissingOperatorSettings, readConfig, SettingError } from "./config.ts";
import { settings, settingsTable } from "./settings.ts";

test("without any setting it is a demo for this machine alone", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    appUrl: "http://localhost:3000",
    demo: true,
    worker: "on",
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.dataDir).toMatch(/^\/.*\/data$/);
});

test("with a database of its own there is no demo, unless asked for", () => {
  const DATABASE_URL = "postgres://me:secret@db.example/baseline";
  expect(readConfig({ DATABASE_URL }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL, DEMO: "1" }).demo).toBe(true);
  expect(readConfig({ DEMO: "0" }).demo).toBe(false);
});

test.each([
  { NODE_ENV: "production" },
  { NODE_ENV: "production", APP_URL: "https://club.example" },
  { HOST: "0.0.0.0" },
  { HOST: "192.168.1.5" },
  { APP_URL: "https://club.example" },
])("where others may reach it, there is no demo by silence: %o", (env) => {
  expect(readConfig(env)).toMatchObject({ demo: false, payments: { mode: "off" } });
  expect(readConfig({ ...env, DEMO: "1" }).demo).toBe(true);
});

test("an empty value counts as none", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " ", METRICS_PORT: "" })).toEqual(readConfig({}));
});

test("the address people open has no slash at its end, and a host that a browser can open", () => {
  expect(readConfig({ APP_URL: "https://club.example/" }).appUrl).toBe("https://club.example");
  expect(readConfig({ HOST: "0.0.0.0", PORT: "8080" }).appUrl).toBe("http://localhost:8080");
  expect(readConfig({ HOST: "192.168.1.5" }).appUrl).toBe("http://192.168.1.5:3000");
  expect(readConfig({ HOST: "fd00::5" }).appUrl).toBe("http://[fd00::5]:3000");
});

test.each([
  ["PORT", "abc"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["HOST", "two words"],
  ["APP_URL", "club.example"],
  ["DATABASE_POOL", "1"],
  ["DEMO", "maybe"],
  ["APP_URL", "https://club.example/?q"],
  ["MAIL_FROM", "nobody"],
  ["MAIL_FROM", "@"],
  ["WORKER", "sometimes"],
  ["LOG_LEVEL", "loud"],
  ["METRICS_PORT", "9090/metrics"],
  ["TRUST_PROXY", "yes"],
  ["TRUST_PROXY", "10.0.0.999"],
  ["TRUST_PROXY", "10.0.0.0/8, ::1/129"],
  ["NODE_ENV", "live"],
  ["S3_BUCKET", "Our Photos"],
  ["S3_ENDPOINT", "s3.example"],
  ["S3_FORCE_PATH_STYLE", "maybe"],
])("a bad %s (%s) is refused in one line that says what is expected", (name, value) => {
  const line = `${name} is "${value}": expected ${settings[name as keyof typeof settings].expected}`;
  expect(() => readConfig({ [name]: value })).toThrow(new SettingError(line));
});

test.each(["DATABASE_URL", "SMTP_URL"])("what %s holds is never told: it may be a password", (name) => {
  expect(() => readConfig({ [name]: "ftp://me:secret@host" })).toThrow(
    new RegExp(`^${name} is not usable: expected [^\\n]+$`),
  );
  expect(() => readConfig({ [name]: "ftp://me:secret@host" })).not.toThrow(/secret/);
});

test("proxies are trusted by name or all of them", () => {
  for (const [given, proxies] of Object.entries({ "1": 1, true: 1, "2": 2, "0": false, false: false }))
    expect(readConfig({ TRUST_PROXY: given }).trustProxy).toBe(proxies);
  expect(readConfig({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toBe("10.0.0.0/8, ::1");
});

test("a bucket is named by its name alone; another provider's is named in the path unless told otherwise", () => {
  expect(readConfig({}).s3).toBeUndefined();
  const amazons = { bucket: "club", region: "us-east-1", endpoint: undefined, keys: undefined, forcePathStyle: false };
  expect(readConfig({ S3_BUCKET: "club" }).s3).toEqual(amazons);
  const others = { S3_BUCKET: "club", S3_ENDPOINT: "https://s3.example", S3_REGION: "fr-par" };
  const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(readConfig({ ...others, ...keys }).s3).toEqual({
    bucket: "club",
    region: "fr-par",
    endpoint: "https://s3.example",
    keys: { accessKeyId: "id", secretAccessKey: "secret" },
    forcePathStyle: true,
  });
  expect(readConfig({ ...others, S3_FORCE_PATH_STYLE: "0" }).s3?.forcePathStyle).toBe(false);
});

test.each([
  ["S3_BUCKET", { S3_ENDPOINT: "https://s3.example" }],
  ["S3_BUCKET", { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" }],
  ["S3_SECRET_ACCESS_KEY", { S3_BUCKET: "club", S3_ACCESS_KEY_ID: "id" }],
  ["S3_ACCESS_KEY_ID", { S3_BUCKET: "club", S3_SECRET_ACCESS_KEY: "secret" }],
])("half of a bucket is refused: %s is missing", (name, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name} is missing: expected [^\\n]+$`));
});

test("the table of the documentation has a line for each setting", () => {
  const lines = settingsTable().split("\n").slice(2);
  expect(lines).toHaveLength(Object.keys(settings).length);
  for (const line of lines) expect(line).toMatch(/^\| `[A-Z0-9_]+` \| [^|]+ \| [^|]+ \|$/);
});

test("addresses come from the state's geocoder in production, from a list of towns elsewhere, and from Google with a key", () => {
  const providers = (env: Record<string, string>) => readConfig(env).addresses.providers;
  const service = { NODE_ENV: "production", DEMO: "0" };
  expect(providers({})).toEqual(["local"]);
  expect(providers(service)).toEqual(["geopf", "local"]);
  expect(providers({ NODE_ENV: "production", DEMO: "1" })).toEqual(["local"]);
  expect(providers({ ...service, GOOGLE_PLACES_KEY: "key" })).toEqual(["google", "geopf", "local"]);
  expect(providers({ ...service, ADDRESS_PROVIDERS: "local, geopf,local" })).toEqual(["local", "geopf"]);
  expect(providers({ ...service, ADDRESS_PROVIDERS: "off" })).toEqual([]);
  expect(() => providers({ ADDRESS_PROVIDERS: "google" })).toThrow("GOOGLE_PLACES_KEY is missing");
  expect(() => providers({ ADDRESS_PROVIDERS: "bing" })).toThrow(/ADDRESS_PROVIDERS is "bing": expected a list/);
});

test("payments are a test in the demo, off without keys, and live with live ones", () => {
  const DATABASE_URL = "postgres://me:secret@db.example/baseline";
  const keys = (key: string) => ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: "whsec_one, whsec_two" });
  const modeOf = (env: Record<string, string>) => readConfig(env).payments.mode;
  expect(modeOf({})).toBe("test");
  expect(modeOf({ DATABASE_URL })).toBe("off");
  expect(modeOf({ DATABASE_URL, ...keys("sk_test_1") })).toBe("test");
  expect(modeOf({ DATABASE_URL, ...keys("rk_live_1"), NODE_ENV: "production" })).toBe("live");
  expect(readConfig({ ...keys("sk_live_1") }).payments.webhookSecrets).toEqual(["whsec_one", "whsec_two"]);
  expect(readConfig({ PLATFORM_FEE: "150", STRIPE_CONNECT: "1" }).payments).toMatchObject({
    platformFee: 150,
    connect: true,
  });
});

test("a production start takes no play money, unless it is asked to", () => {
  const production = { NODE_ENV: "production" };
  expect(readConfig(production).payments.mode).toBe("off");
  expect(readConfig({ ...production, DEMO: "1" }).payments.mode).toBe("test");
  const api = { STRIPE_API_URL: "http://localhost:12111" };
  expect(() => readConfig({ ...production, ...api })).toThrow("STRIPE_API_URL is for tests");
  expect(readConfig(api).payments.apiUrl?.port).toBe("12111");
});

test("a key without a secret for its webhooks is refused, and neither is ever shown", () => {
  expect(() => readConfig({ STRIPE_SECRET_KEY: "sk_live_1" })).toThrow("STRIPE_WEBHOOK_SECRET is missing");
  expect(() => readConfig({ STRIPE_SECRET_KEY: "pk_live_secret" })).toThrow("STRIPE_SECRET_KEY is not usable");
  expect(() => readConfig({ PLATFORM_FEE: "5001" })).toThrow("PLATFORM_FEE");
});

test("the operator is whom the settings name; a demo that names nobody shows an example", () => {
  const named = readConfig({ OPERATOR_NAME: "Club SAS", HOSTING_NAME: "Host SA", DEMO: "1" });
  expect(named.operator).toMatchObject({ name: "Club SAS", hostName: "Host SA", address: null });
  expect(listMissingOperatorSettings(readConfig({}))).toEqual([]);
  const service = readConfig({
    NODE_ENV: "production",
    OPERATOR_NAME: "Club SAS",
    OPERATOR_EMAIL: "hello@club.example",
  });
  expect(listMissingOperatorSettings(service)).toEqual([
    "OPERATOR_ADDRESS",
    "OPERATOR_PHONE",
    "OPERATOR_REGISTRATION",
    "OPERATOR_PUBLISHER",
    "HOSTING_NAME",
    "HOSTING_ADDRESS",
    "HOSTING_PHONE",
  ]);
  expect(() => readConfig({ OPERATOR_EMAIL: "somebody" })).toThrow(
    /^OPERATOR_EMAIL is "somebody": expected an address/,
  );
  expect(() => readConfig({ OPERATOR_NAME: "Club\nSAS" })).toThrow(/one line of 300 characters/);
});

test("the services of others that are used are those that the settings name", () => {
  expect(readConfig({}).processors).toEqual(["push"]);
  expect(readConfig({ SERVICE_WORKER: "off" }).processors).toEqual([]);
  const all = readConfig({
    NODE_ENV: "production",
    SMTP_URL: "smtp://mail.example:587",
    S3_BUCKET: "photos",
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    GOOGLE_PLACES_KEY: "key",
  });
  expect(all.processors).toEqual(["mail", "storage", "stripe", "geopf", "google", "push"]);
});

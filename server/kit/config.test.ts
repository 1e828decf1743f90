import { expect, test } from "vitest";
import { readConfig, SettingError, settings, settingsTable } from "./config.ts";

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
  expect(readConfig({ TRUST_PROXY: "1" }).trustProxy).toBe(true);
  expect(readConfig({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toBe("10.0.0.0/8, ::1");
});

test("the table of the documentation has a line for each setting", () => {
  const lines = settingsTable().split("\n").slice(2);
  expect(lines).toHaveLength(Object.keys(settings).length);
  for (const line of lines) expect(line).toMatch(/^\| `[A-Z_]+` \| [^|]+ \| [^|]+ \|$/);
});

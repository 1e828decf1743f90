import type * as argon2 from "@node-rs/argon2";
import { hashSync, verify } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { translators } from "#server/kit/process/translators.ts";
import { networkPrefix } from "./rate-limits.ts";
import { findPasswordWeakness, hashPassword, isOutdatedHash, isCorrectPassword } from "./passwords.ts";
import { describeDevice } from "./sessions.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});

const email = "camille.durand@example.org";

test("a hash is argon2id with 19 MiB, two passes and one lane, and knows its password alone", async () => {
  const stored = await hashPassword("a quiet green court");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isCorrectPassword(stored, "a quiet green court")).toBe(true);
  expect(await isCorrectPassword(stored, "a quiet green Court")).toBe(false);
  expect(await isCorrectPassword(undefined, "a quiet green court")).toBe(false);
});

test("a password typed with composed or decomposed accents is the same password", async () => {
  expect(await isCorrectPassword(await hashPassword("éàü été à la plage"), "éàü été à la plage".normalize("NFD"))).toBe(
    true,
  );
});

test("only hashes that were cheaper than today's are made again", async () => {
  expect(isOutdatedHash(hashSync("whatever it was", { memoryCost: 1024, timeCost: 2, parallelism: 1 }))).toBe(true);
  expect(isOutdatedHash(await hashPassword("whatever it was"))).toBe(false);
});

test("sign-in of an unknown email costs the same hash as of a known one", async () => {
  const verified = vi.mocked(verify);
  verified.mockClear();
  await isCorrectPassword(undefined, "a quiet green court");
  expect(verified).toHaveBeenCalledTimes(1);
  expect(verified.mock.lastCall?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("the most common passwords are refused, in disguise and with a tail too", () => {
  const common =
    "password123 Password123! P@ssw0rd2026 motdepasse123 MotDePasse2026! azertyuiop AZERTY123456 qwertyuiop 1234567890 0987654321 aaaaaaaaaaaa abcabcabcabc passwordpassword abcdefghijkl zyxwvutsrq baseline2026 1qaz2wsx3edc tennis123456";
  for (const password of common.split(" "))
    expect([password, findPasswordWeakness(password, email)?.key]).toEqual([password, "accounts.passwordCommon"]);
});

test("the address, or what stands before its @, is no password", () => {
  for (const password of ["camille.durand@example.org", "Camille.Durand", "camilledurand", "CAMILLE-DURAND!"]) {
    expect([password, findPasswordWeakness(password, email)?.key]).toEqual([password, "accounts.passwordIsEmail"]);
  }
});

test("a password of one's own is taken", () => {
  for (const password of [
    "correct horse battery",
    "les courts verts de Lyon",
    "tr0ub4dor&3xyz",
    "camille joue au padel",
    "9f3k2m8x1q",
  ]) {
    expect([password, findPasswordWeakness(password, email)]).toEqual([password, undefined]);
  }
});

test("devices are called as people call them, in the reader's language", () => {
  const names = (agent: string) => [describeDevice(agent, translators.en), describeDevice(agent, translators.fr)];
  expect(
    names("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"),
  ).toEqual(["Chrome on Linux", "Chrome sur Linux"]);
  expect(
    names(
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0",
    )[0],
  ).toBe("Edge on Windows");
  expect(
    names(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    )[0],
  ).toBe("Safari on iPhone");
  expect(names("Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:139.0) Gecko/20100101 Firefox/139.0")[0]).toBe(
    "Firefox on macOS",
  );
  expect(
    names(
      "Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
    )[0],
  ).toBe("Samsung Internet on Android");
  expect(names("curl/8.7.1")[0]).toBe("curl");
  expect(names("")).toEqual(["Unknown device", "Appareil inconnu"]);
});

test("an IPv6 address counts with its whole network, an IPv4 address alone", () => {
  expect(networkPrefix("203.0.113.7")).toBe("203.0.113.7");
  expect(networkPrefix("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkPrefix("2001:db8:0:1::42")).toBe("2001:db8:0:1");
  expect(networkPrefix("2001:DB8::1")).toBe("2001:db8:0:0");
  expect(networkPrefix("2001:db8:0:1:aaaa:bbbb:cccc:dddd")).toBe("2001:db8:0:1");
  expect(networkPrefix("::1")).toBe("0:0:0:0");
});

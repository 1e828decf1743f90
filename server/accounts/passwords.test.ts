import { hashSync } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { words } from "#server/kit/words.ts";
import { networkOf } from "./limits.ts";
import { complaint, hashPassword, isOutdated, isPassword } from "./passwords.ts";
import { describeDevice } from "./sessions.ts";

const email = "camille.durand@example.org";

test("a hash is argon2id with 19 MiB, two passes and one lane, and knows its password alone", async () => {
  const stored = await hashPassword("a quiet green court");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, "a quiet green court")).toBe(true);
  expect(await isPassword(stored, "a quiet green Court")).toBe(false);
  expect(await isPassword(undefined, "a quiet green court")).toBe(false);
});

test("a password typed with composed or decomposed accents is the same password", async () => {
  expect(await isPassword(await hashPassword("éàü été à la plage"), "éàü été à la plage".normalize("NFD"))).toBe(true);
});

test("only hashes that were cheaper than today's are made again", async () => {
  expect(isOutdated(hashSync("whatever it was", { memoryCost: 1024, timeCost: 2, parallelism: 1 }))).toBe(true);
  expect(isOutdated(await hashPassword("whatever it was"))).toBe(false);
});

test("nobody's hash takes about as long as somebody's", async () => {
  const stored = await hashPassword("a quiet green court");
  const time = async (against: string | undefined) => {
    const before = performance.now();
    for (let times = 0; times < 5; times += 1) await isPassword(against, "another green court");
    return performance.now() - before;
  };
  await time(undefined);
  const [somebody, nobody] = [await time(stored), await time(undefined)];
  expect(nobody / somebody).toBeGreaterThan(0.5);
  expect(nobody / somebody).toBeLessThan(2);
});

test("the most common passwords are refused, in disguise and with a tail too", () => {
  const common =
    "password123 Password123! P@ssw0rd2026 motdepasse123 MotDePasse2026! azertyuiop AZERTY123456 qwertyuiop 1234567890 0987654321 aaaaaaaaaaaa abcabcabcabc passwordpassword abcdefghijkl zyxwvutsrq baseline2026 1qaz2wsx3edc tennis123456";
  for (const password of common.split(" "))
    expect([password, complaint(password, email)?.key]).toEqual([password, "accounts.passwordCommon"]);
});

test("the address, or what stands before its @, is no password", () => {
  for (const password of ["camille.durand@example.org", "Camille.Durand", "camilledurand", "CAMILLE-DURAND!"]) {
    expect([password, complaint(password, email)?.key]).toEqual([password, "accounts.passwordIsEmail"]);
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
    expect([password, complaint(password, email)]).toEqual([password, undefined]);
  }
});

test("devices are called as people call them, in the reader's language", () => {
  const names = (agent: string) => [describeDevice(agent, words.en), describeDevice(agent, words.fr)];
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
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:db8:0:1::42")).toBe("2001:db8:0:1");
  expect(networkOf("2001:DB8::1")).toBe("2001:db8:0:0");
  expect(networkOf("2001:db8:0:1:aaaa:bbbb:cccc:dddd")).toBe("2001:db8:0:1");
  expect(networkOf("::1")).toBe("0:0:0:0");
});

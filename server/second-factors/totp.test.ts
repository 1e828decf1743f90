import { expect, test } from "vitest";
import { codeAt } from "#tests/support/authenticator-app.ts";
import { encodeBase32, findInterval, intervalOf, toKeyUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

// RFC 6238, appendix B, has eight digits of the same number: ours are the last six.
test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("at %i seconds the code is that of RFC 6238", (seconds, code) => {
  const now = new Date(seconds * 1000);
  expect(findInterval(secret, code.slice(2), now)).toBe(Math.floor(seconds / 30));
});

// RFC 4648, section 10, without padding.
test.each([
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("%j in Base32 is that of RFC 4648", (text, encoded) => {
  expect(encodeBase32(Buffer.from(text))).toBe(encoded);
});

test("a code counts one interval before and after its own, and no further", () => {
  const now = new Date("2026-06-01T08:00:00Z");
  const own = intervalOf(now);
  const found = [-2, -1, 0, 1, 2].map((off) => findInterval(secret, codeAt(encodeBase32(secret), now, off), now));
  expect(found).toEqual([undefined, own - 1, own, own + 1, undefined]);
  for (const code of ["", "12345", "1234567", "abcdef"]) expect(findInterval(secret, code, now)).toBeUndefined();
});

test("the QR code says what apps read, whatever is in the address", () => {
  const uri = new URL(toKeyUri(secret, "Baseline (club.example)", "a+b@club.example"));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain("Baseline (club.example):a+b@club.example");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    issuer: "Baseline (club.example)",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

import { createECDH, createPrivateKey, createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { readConfig } from "#server/kit/process/config.ts";
import { encryptPush, isPushEndpoint, isPushKey, signPush } from "./web-push.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("the example of RFC 8291 is encrypted as it says", () => {
  const sender = createECDH("prime256v1");
  sender.setPrivateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
  const encrypted = encryptPush(
    Buffer.from("When I grow up, I want to be a watermelon"),
    {
      publicKey: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
      authSecret: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
    },
    { sender, salt: bytes("DGv6ra1nlYgDCS1FRnbzlw") },
  );
  expect(encrypted.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("a message is signed for its service, for half a day", () => {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const publicKey = pair.getPublicKey();
  const [x, y, d] = [publicKey.subarray(1, 33), publicKey.subarray(33), pair.getPrivateKey()].map((part) =>
    part.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "", d: d ?? "" };
  const now = new Date("2026-11-26T12:00:00Z");
  const header = signPush(
    { publicKey, privateKey: createPrivateKey({ key: jwk, format: "jwk" }) },
    new URL("https://fcm.googleapis.com/fcm/send/one"),
    "https://club.example",
    now,
  );
  const [, token = "", key] = /^vapid t=(.+), k=(.+)$/.exec(header) ?? [];
  expect(key).toBe(publicKey.toString("base64url"));
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: "https://fcm.googleapis.com",
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: "https://club.example",
  });
  const { d: _secret, ...open } = jwk;
  expect(
    verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: open, format: "jwk" }), dsaEncoding: "ieee-p1363" },
      bytes(signature),
    ),
  ).toBe(true);
});

test.each([
  ["https://fcm.googleapis.com/fcm/send/one", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/one", true],
  ["https://web.push.apple.com/one", true],
  ["https://db5p.notify.windows.com/w/?token=one", true],
  ["https://push.example/one", false],
  ["https://fcm.googleapis.com.evil.example/one", false],
  ["https://evil-fcm.googleapis.com.example/one", false],
  ["http://fcm.googleapis.com/one", false],
  ["https://user@fcm.googleapis.com/one", false],
  ["https://10.0.0.1/one", false],
  ["http://localhost/one", false],
  ["no address", false],
])("%s: an address of a push service: %s", (endpoint, isOne) => {
  expect(isPushEndpoint(readConfig({}), endpoint)).toBe(isOne);
});

test("the settings name further push services, and for trials this machine, never in production", () => {
  expect(isPushEndpoint(readConfig({ PUSH_HOSTS: "push.example" }), "https://eu.push.example/one")).toBe(true);
  expect(isPushEndpoint(readConfig({ PUSH_HOSTS: "localhost" }), "http://localhost:8030/one")).toBe(true);
  const production = readConfig({ PUSH_HOSTS: "localhost", NODE_ENV: "production", APP_URL: "https://club.example" });
  expect(isPushEndpoint(production, "http://localhost:8030/one")).toBe(false);
});

test("keys that are no point of the curve are none", () => {
  expect(
    isPushKey(bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")),
  ).toBe(true);
  expect(isPushKey(Buffer.alloc(65, 4))).toBe(false);
});

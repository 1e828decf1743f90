import { gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, test } from "vitest";
import { packAnswers } from "./pack.ts";

const app = fastify();
packAnswers(app);
const long = { data: Array.from({ length: 500 }, (_, index) => ({ index, name: "Court" })) };
app.get("/long", async () => long);
app.get("/short", async () => ({ data: 1 }));
app.get("/page", async (_request, reply) => reply.type("text/html").send("x".repeat(5000)));
const ask = (url: string, accepted?: string, method: "GET" | "HEAD" = "GET") =>
  app.inject({ method, url, headers: accepted === undefined ? {} : { "accept-encoding": accepted } });

test("a long answer travels packed to who can unpack it", async () => {
  const packed = await ask("/long", "gzip, deflate, br");
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers["vary"]).toBe("accept-encoding");
  expect(Number(packed.headers["content-length"])).toBe(packed.rawPayload.length);
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(long);
  expect(packed.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 4);
  expect((await ask("/long", "br;q=1.0, *;q=0.1")).headers["content-encoding"]).toBe("gzip");
});

test("who does not take it gets it as it is", async () => {
  for (const accepted of [undefined, "", "br", "gzip;q=0", "gzip;q=0, *", "*;q=0", "identity"]) {
    const plain = await ask("/long", accepted);
    expect([accepted, plain.headers["content-encoding"]]).toEqual([accepted, undefined]);
    expect(plain.json()).toEqual(long);
  }
});

test("short answers and other kinds are left alone; asking for the headers answers without a body", async () => {
  expect((await ask("/short", "gzip")).headers["content-encoding"]).toBeUndefined();
  expect((await ask("/page", "gzip")).headers["content-encoding"]).toBeUndefined();
  expect((await ask("/long", "gzip", "HEAD")).rawPayload).toHaveLength(0);
});

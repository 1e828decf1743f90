import Fastify from "fastify";
import { expect, test } from "vitest";
import { sendParts } from "./snapshot-stream.ts";

test("what fails before a file is sent is answered, and its reader ends", async () => {
  let isOpen = false;
  async function* readParts() {
    isOpen = true;
    try {
      yield "first";
      yield "second";
    } finally {
      isOpen = false;
    }
  }
  const app = Fastify();
  app.get("/", (request, reply) =>
    sendParts(
      { request, reply },
      { name: "list.csv", type: "text/csv", beforeSending: () => Promise.reject(new Error("Not logged")) },
      readParts(),
    ),
  );
  const answer = await app.inject("/");
  expect([answer.statusCode, answer.json().message, isOpen]).toEqual([500, "Not logged", false]);
  await app.close();
});

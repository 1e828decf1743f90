/** A room with one of each raw endpoint, as no room of the product has them all: mounted by tests beside the others. */
import { Readable } from "node:stream";
import * as z from "zod/mini";
import { get, post, room } from "#contract/kit.ts";
import { serve } from "#server/kit/serve.ts";

const path = "/organizations/{organizationId}/specimens";
const Size = z.object({ bytes: z.int(), isBuffer: z.boolean() });
/** With the signs of the texts that came with it. */
const Taken = z.extend(Size, { beside: z.int() });

export const specimens = room("specimens", {
  upload: post(`${path}/upload`, {
    allow: "facilities.update",
    summary: "Take a file",
    returns: Taken,
    raw: "upload",
  }),
  download: get(`${path}/download.csv`, {
    allow: "facilities.show",
    summary: "Give a file",
    returns: z.unknown(),
    raw: "download",
  }),
  stream: get(`${path}/stream`, { allow: "member", summary: "Tell what happens", returns: z.unknown(), raw: "stream" }),
  webhook: post("/specimens/webhook", {
    allow: "everyone",
    summary: "Hear from another service",
    returns: Size,
    raw: "webhook",
    status: 200,
  }),
});

export const specimensServed = serve(specimens, {
  async upload({ request }) {
    const file = await request.file();
    const content = (await file?.toBuffer()) ?? "";
    const texts = Object.values(file?.fields ?? {}).flatMap((part) =>
      part && "value" in part ? String(part.value) : [],
    );
    return { bytes: content.length, isBuffer: Buffer.isBuffer(content), beside: texts.join("").length };
  },
  async download({ reply }) {
    await reply.type("text/csv; charset=utf-8").send("name\nCourt 1\n");
  },
  async stream({ reply }) {
    await reply.type("text/event-stream; charset=utf-8").send(Readable.from(["data: one\n\n", "data: two\n\n"]));
  },
  async webhook({ request }) {
    const { body } = request;
    return { bytes: Buffer.isBuffer(body) ? body.length : 0, isBuffer: Buffer.isBuffer(body) };
  },
});

/** A process of its own in which Fastify answers the same bytes to every request. */
import fastify from "fastify";
import type { Answer } from "./http.ts";

const app = fastify();
let answer: Answer = { type: "text/plain", body: "" };
app.all("/", (_request, reply) => reply.type(answer.type).send(answer.body));
const url = await app.listen({ port: 0, host: "127.0.0.1" });
process.on("message", (next: Answer) => {
  answer = next;
  process.send?.(url);
});
process.on("disconnect", () => void app.close());

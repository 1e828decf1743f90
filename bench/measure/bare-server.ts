/** A process of its own in which Fastify answers the same bytes to every request. */
import fastify from "fastify";

const app = fastify();
let body = "";
app.all("/", (_request, reply) => reply.type("application/json; charset=utf-8").send(body));
const url = await app.listen({ port: 0, host: "127.0.0.1" });
process.on("message", (next: string) => {
  body = next;
  process.send?.(url);
});
process.on("disconnect", () => void app.close());

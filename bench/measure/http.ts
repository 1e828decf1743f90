/** Sends calls over connections that are kept. */
import { Agent, request } from "node:http";
import type { BenchCall } from "#bench/cases/calls.ts";
import type { Dataset } from "#bench/data/dataset.ts";
import { tokenOf } from "#bench/data/fill.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";

const agent = new Agent({ keepAlive: true });
export const closeConnections = (): void => agent.destroy();
/** Hours that are booked differ from those of former runs on the same data. */
let sent = Math.floor(Math.random() * 1_000_000);

export interface Answer {
  type: string;
  body: string;
}

export function send(
  url: string,
  { caller, method = "GET", body, hasKey }: BenchCall,
  dataset: Dataset,
): Promise<Answer> {
  const payload = body && JSON.stringify(body(dataset, sent++));
  const headers = {
    ...(caller && { authorization: `Bearer ${tokenOf(caller)}` }),
    ...(hasKey && { "idempotency-key": uuidv7(new Date()) }),
    ...(payload && { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(url, { agent, method, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => {
      const answer = Buffer.concat(chunks).toString();
      if ((response.statusCode ?? 500) < 300)
        resolve({ type: response.headers["content-type"] ?? "text/plain", body: answer });
      else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${answer.slice(0, 300)}`));
    });
  });
  asked.on("error", reject).end(payload);
  return promise;
}

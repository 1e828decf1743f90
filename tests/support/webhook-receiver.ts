/** A server that receives webhooks on this machine, and answers as a test wants. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  json: { type: string; timestamp: string; data: { id: string; [member: string]: unknown } };
}

type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

export interface WebhookReceiver {
  url: string;
  /** In the order in which they came. */
  received: ReceivedRequest[];
  /** Default: 204. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

const accept: Answer = (_request, response) => void response.writeHead(204).end();

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  let answer = accept;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const { url: path = "", headers } = request;
      const one = { path, headers, body, json: JSON.parse(body || "null") as ReceivedRequest["json"] };
      received.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (next) => void (answer = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

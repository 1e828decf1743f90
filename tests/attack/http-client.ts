/** Sends requests that `fetch` would refuse or repair: bodies of GET, odd headers, addresses as they are. */
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { gunzipSync } from "node:zlib";

export interface AttackRequest {
  method: string;
  /** With the base path and the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface AttackAnswer {
  /** 0 if the connection ended without an answer. */
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  /** Whether the rest was left unread: a stream, or a long download. */
  isCut: boolean;
  milliseconds: number;
}

const MAX_ANSWER_BYTES = 4_000_000;
/** A stream never ends by itself. */
const STREAM_MS = 300;
export const MAX_ANSWER_MS = 10_000;
const GIVE_UP_MS = 20_000;

const agent = new Agent({ keepAlive: true });

function readText(chunks: readonly Buffer[], encoding: string | undefined, isCut: boolean): string {
  const whole = Buffer.concat(chunks);
  return (encoding === "gzip" && !isCut ? gunzipSync(whole) : whole).toString();
}

export function send(origin: string, { method, path, headers, body }: AttackRequest): Promise<AttackAnswer> {
  const begun = performance.now();
  const isSecure = origin.startsWith("https:");
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let answer: IncomingMessage | undefined;
    let milliseconds = 0;
    const finish = (isCut: boolean, failure = "") =>
      resolve({
        status: answer && failure === "" ? (answer.statusCode ?? 0) : 0,
        headers: answer?.headers ?? {},
        text: failure || readText(chunks, answer?.headers["content-encoding"], isCut),
        isCut,
        milliseconds: milliseconds || performance.now() - begun,
      });
    const { hostname, port } = new URL(origin);
    const call = (isSecure ? httpsRequest : httpRequest)(
      { hostname, port, method, path, headers: { ...headers, ...length }, ...(!isSecure && { agent }) },
      (incoming) => {
        answer = incoming;
        milliseconds = performance.now() - begun;
        const isStream = String(incoming.headers["content-type"]).startsWith("text/event-stream");
        let size = 0;
        const cut = () => {
          finish(true);
          call.destroy();
        };
        if (isStream) setTimeout(cut, STREAM_MS);
        incoming.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) cut();
        });
        incoming.on("end", () => finish(false));
        incoming.on("error", (error) => finish(false, String(error)));
      },
    );
    call.setTimeout(GIVE_UP_MS, () => call.destroy(new Error(`no answer within ${GIVE_UP_MS / 1000} s`)));
    call.on("error", (error) => {
      // A server may answer and close before it has read a body that is too long for it.
      if (!answer) finish(false, String(error));
    });
    call.end(body);
  });
}

/** A command that sends the same request; `$TOKEN` stands for the caller's token. */
export function toCurl(origin: string, { method, path, headers, body }: AttackRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const shown = Object.entries(headers).map(([name, value]) =>
    name === "authorization" ? `-H "authorization: Bearer $TOKEN"` : `-H ${quote(`${name}: ${value}`)}`,
  );
  const text = body === undefined ? "" : body.toString();
  const data = text === "" ? "" : ` --data-binary ${quote(text.length > 3000 ? `${text.slice(0, 3000)}…` : text)}`;
  return `curl -i -X ${method} ${quote(origin + path)} ${shown.join(" ")}${data}`;
}

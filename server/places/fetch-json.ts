/** Calls a geocoding API, with a timeout and a checked response. */
import type * as z from "zod/mini";

export class UpstreamError extends Error {
  readonly status: number;
  constructor(host: string, status: number) {
    // The message contains neither query nor API key: typed addresses and secrets must not reach logs.
    super(`${host} answered ${status}`);
    this.status = status;
  }
}

/** Far above any page of addresses. */
const MAX_BYTES = 1_000_000;

/** @throws UpstreamError for an error status; other errors if the answer is missing, too long or against the schema */
export async function fetchJson<S extends z.ZodMiniType>(url: URL, schema: S, init: RequestInit): Promise<z.output<S>> {
  const response = await fetch(url, { redirect: "error", ...init });
  if (!response.ok) {
    await response.body?.cancel();
    throw new UpstreamError(url.host, response.status);
  }
  const text = await readText(response);
  return schema.parse(JSON.parse(text));
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`${new URL(response.url).host} answered more than a megabyte`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Downloads a file with the session's token, and saves it under its name. */
import { endpointUrl, type EndpointArgs, requestHeaders, performRequest } from "./api.ts";
import type { Endpoint } from "#contract/kit.ts";

/**
 * @param name used when the response has no file name
 * @throws ApiError, already shown in a toast unless quiet
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E>,
  name: string,
  options: { quiet?: boolean } = {},
): Promise<void> {
  const { params = {}, query, body } = args as { params?: object; query?: unknown; body?: unknown };
  const { file, fileName } = await performRequest(
    endpoint,
    (bearer) => {
      const headers = requestHeaders(bearer);
      headers.delete("accept");
      const url = endpointUrl(endpoint, params, query);
      if (body === undefined) return fetch(url, { headers });
      headers.set("content-type", "application/json");
      return fetch(url, { method: endpoint.method, headers, body: JSON.stringify(body) });
    },
    async (response) => ({
      file: await response.blob(),
      fileName: parseFileName(response.headers.get("content-disposition") ?? ""),
    }),
    options,
  );
  saveFile(file, fileName ?? name);
}

/** Reads `filename*` (RFC 5987) before the plain `filename`. */
function parseFileName(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/i.exec(disposition)?.[1];
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // Some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

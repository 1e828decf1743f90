/** Downloads a file with the token and in the interface's language. */
import { endpointUrl, type EndpointArgs, requestHeaders, performRequest } from "./api.ts";
import type { Endpoint } from "#contract/kit.ts";

/**
 * @param name used when the response has no file name
 * @param options.quiet shows no toasts
 * @throws ApiError, already shown in a toast
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  args: EndpointArgs<E>,
  name: string,
  options: { quiet?: boolean } = {},
): Promise<void> {
  const { params = {}, query } = args as { params?: object; query?: unknown };
  const { file, fileName } = await performRequest(
    endpoint,
    (bearer) => {
      const headers = requestHeaders(bearer);
      headers.delete("accept");
      return fetch(endpointUrl(endpoint, params, query), { headers });
    },
    async (response) => ({
      file: await response.blob(),
      fileName: parseFileName(response.headers.get("content-disposition") ?? ""),
    }),
    options,
  );
  saveFile(file, fileName ?? name);
}

/** The file name in `Content-Disposition`: `filename*` (RFC 5987) before plain `filename`. */
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

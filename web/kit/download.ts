/** Fetches a file as any request is made, with the token and in the interface's language, and hands it to the browser to keep. */
import { addressOf, type Ask, headersFor, settle } from "./api.ts";
import type { Endpoint } from "#contract/kit.ts";

/**
 * @param name of the file where the server gives none
 * @param options.quiet without toasts
 * @throws ApiError, which was also said in a toast
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  ask: Ask<E>,
  name: string,
  options: { quiet?: boolean } = {},
): Promise<void> {
  const { params = {}, query } = ask as { params?: object; query?: unknown };
  const { file, given } = await settle(
    endpoint,
    (bearer) => {
      const headers = headersFor(bearer);
      headers.delete("accept");
      return fetch(addressOf(endpoint, params, query), { headers });
    },
    async (response) => ({
      file: await response.blob(),
      given: nameIn(response.headers.get("content-disposition") ?? ""),
    }),
    options,
  );
  keep(file, given ?? name);
}

/** The name that a server gives a file: with all its letters (RFC 5987), else without accents. */
function nameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/i.exec(disposition)?.[1];
}

/** Lets the browser keep a file, as if it had been downloaded. */
export function keep(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

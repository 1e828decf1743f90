/** Sends files, and tells how far it is. By XMLHttpRequest: `fetch` does not say what of its body is sent. */
import type { Answer, Endpoint, Params } from "#contract/kit.ts";
import { addressOf, ApiError, headersFor, type Options, readAnswer, settle } from "./api.ts";

interface Upload<E extends Endpoint> {
  params: Params<E>;
  /** Texts first: the server reads the file once it knows what it belongs to. */
  form: FormData;
}
interface UploadOptions extends Options {
  /** @param sent the part that is sent: from 0 to 1 */
  onProgress?: (sent: number) => void;
}

/**
 * Uploads to an endpoint. Says the answer's `message`, or what went wrong, in a toast unless it is to be quiet.
 * @throws ApiError; the signal's reason where it was aborted
 */
export const upload = <E extends Endpoint>(
  endpoint: E,
  { params, form }: Upload<E>,
  { onProgress, ...options }: UploadOptions = {},
): Promise<Answer<E>> =>
  settle(
    endpoint,
    (bearer) => send(addressOf(endpoint, params), headersFor(bearer), form, onProgress, options.signal),
    (response) => readAnswer<E>(response, options),
    options,
  );

/** What is wrong with a file that was refused: what is said of it, else of the request. */
export function faultIn(error: unknown): string {
  const said = error instanceof ApiError ? Object.values(error.errors ?? {}).flat() : [];
  if (said.length > 0) return said.join(" ");
  return error instanceof Error ? error.message : String(error);
}

const send = (
  address: string,
  headers: Headers,
  form: FormData,
  onProgress: ((sent: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", address);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => {
      const retryAfter = request.getResponseHeader("retry-after");
      const said = new Headers(retryAfter ? [["retry-after", retryAfter]] : []);
      const { status, responseText } = request;
      resolve(new Response(status === 204 ? null : responseText, { status, headers: said }));
    };
    request.onerror = () => reject(new TypeError("The request failed"));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });

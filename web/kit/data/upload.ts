/** Uploads files by XMLHttpRequest, because `fetch` reports no upload progress. */
import type { ResponseBody, Endpoint, Params } from "#contract/kit.ts";
import { endpointUrl, ApiError, requestHeaders, type RequestOptions, readResponse, performRequest } from "./api.ts";

interface UploadRequest<E extends Endpoint> {
  params: Params<E>;
  /** Texts must come before the file: the server reads the file once it knows the record. */
  form: FormData;
}
interface UploadOptions extends RequestOptions {
  /** @param share from 0 to 1 */
  onProgress?: (share: number) => void;
}

/**
 * Shows the answer's `message`, or the failure, in a toast unless `quiet`.
 * @throws ApiError; the signal's reason when aborted
 */
export const upload = <E extends Endpoint>(
  endpoint: E,
  { params, form }: UploadRequest<E>,
  { onProgress, ...options }: UploadOptions = {},
): Promise<ResponseBody<E>> =>
  performRequest(
    endpoint,
    (bearer) => sendByXhr(endpointUrl(endpoint, params), requestHeaders(bearer), form, onProgress, options.signal),
    (response) => readResponse<E>(response, options),
    options,
  );

export function uploadErrorMessage(error: unknown): string {
  const fieldErrors = error instanceof ApiError ? Object.values(error.errors ?? {}).flat() : [];
  if (fieldErrors.length > 0) return fieldErrors.join(" ");
  return error instanceof Error ? error.message : String(error);
}

const sendByXhr = (
  address: string,
  headers: Headers,
  form: FormData,
  onProgress: ((share: number) => void) | undefined,
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
      const headers = new Headers(retryAfter ? [["retry-after", retryAfter]] : []);
      const { status, responseText } = request;
      resolve(new Response(status === 204 ? null : responseText, { status, headers }));
    };
    request.onerror = () => reject(new TypeError("The request failed"));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });

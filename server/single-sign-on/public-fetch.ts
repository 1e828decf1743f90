/** How the library of OpenID Connect asks the provider of an organization, whose address somebody has typed. */
import type { CustomFetch } from "openid-client";
import { sendPublicRequest } from "#server/kit/http/public-request.ts";

const MAX_ANSWER_BYTES = 1024 * 1024;

/** `https` to public addresses alone, without redirects. @param allowsLocalhost in the demo */
export const createPublicFetch =
  ({ allowsLocalhost, timeoutMs }: { allowsLocalhost: boolean; timeoutMs: number }): CustomFetch =>
  async (url, { method, headers, body }) => {
    const {
      status,
      headers: answered,
      body: content,
    } = await sendPublicRequest({
      url,
      method: method === "POST" ? "POST" : "GET",
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      timeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      allowsLocalhost,
    });
    const type = answered["content-type"];
    return new Response(new Uint8Array(content), {
      status,
      headers: type === undefined ? {} : { "content-type": type },
    });
  };

import type { RawCall } from "#server/kit/http/serve-module.ts";
import { contentDisposition } from "./csv.ts";
import type { Poster } from "./render-poster.ts";

/** Answers a download with a poster. @param of what its file is called after */
export async function sendPoster(
  { reply, request }: Pick<RawCall, "reply" | "request">,
  poster: Poster,
  of: string,
): Promise<void> {
  const fileName = `${of} ${poster.size.toUpperCase()} ${poster.language}`;
  void reply.type("application/pdf").header("content-disposition", contentDisposition(`${fileName}.pdf`));
  if (request.method === "HEAD") return void (await reply.send(""));
  // Import on first use, so that the server starts without the PDF library.
  const { renderPoster } = await import("./render-poster.ts");
  await reply.send(await renderPoster(poster));
}

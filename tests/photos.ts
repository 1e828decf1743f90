/** Photos for tests, and the forms that carry them. */
import sharp from "sharp";

/** A JPEG with something to see on it: red on the left, blue on the right. */
export async function jpeg(width: number, height: number): Promise<Buffer> {
  const left = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: "#c02020" } };
  return sharp({ create: { width, height, channels: 3, background: "#2040c0" } })
    .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
}

export interface Upload {
  body: Buffer;
  headers: { "content-type": string };
}

/** What a browser sends. Parts are in the order in which they are named; bytes are files. */
export async function form(parts: Record<string, string | Uint8Array>, fileName = "IMG_0001.JPG"): Promise<Upload> {
  const data = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === "string") data.set(name, part);
    else data.set(name, new Blob([Buffer.from(part)], { type: "image/jpeg" }), fileName);
  }
  const request = new Response(data);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return { headers, body: Buffer.from(await request.arrayBuffer()) };
}

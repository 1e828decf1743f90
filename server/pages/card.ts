/** Draws the picture that messengers and social networks show for a page (social card, Open Graph): cover, name, sports. */
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { drawTextOutlines, wrapOutlines } from "#server/kit/documents/text-outlines.ts";
import { createLimiter } from "#server/kit/process/limiter.ts";
import type { FileStore } from "#server/kit/storage/file-store.ts";
import { CARD_FOLDER, CARD_SIZE, type CardContent, hashCard, toCardContent } from "./card-content.ts";
import { findCourtLines } from "./icons.ts";
import type { PublicClub } from "./public-club.ts";

const MARGIN = 72;
const TEXT_WIDTH = CARD_SIZE.width - 2 * MARGIN;
const titleStyle = { size: 76, weight: 600 } as const;
const detailStyle = { size: 38, weight: 400 } as const;
const LINE_HEIGHT = 1.18;
/** The hue of the product, dark enough for white text. */
const COLORS = { from: "#0e7a57", to: "#0a4f3c" };

function drawForeground({ name, detail, initials, sport, cover }: CardContent): Buffer {
  const { width, height } = CARD_SIZE;
  const title = wrapOutlines(name, titleStyle, { width: TEXT_WIDTH, lines: 2 });
  const details = wrapOutlines(detail, detailStyle, { width: TEXT_WIDTH, lines: 1 });
  const titleLine = titleStyle.size * LINE_HEIGHT;
  const detailY = height - MARGIN;
  const titleY = detailY - detailStyle.size * 1.7;
  const lines = [
    ...title.map((line, index) =>
      drawTextOutlines(line, titleStyle, { x: MARGIN, y: titleY - (title.length - 1 - index) * titleLine }),
    ),
    ...details.map((line) => drawTextOutlines(line, detailStyle, { x: MARGIN, y: detailY })),
  ];
  const mark = drawTextOutlines(initials, { size: 44, weight: 600 }, { x: MARGIN + 22, y: MARGIN + 63 });
  const court =
    cover === undefined
      ? `<g transform="scale(6 6)" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="1.2">${findCourtLines(sport).html}</g>`
      : "";
  const shade = cover === undefined ? "" : `<rect width="${width}" height="${height}" fill="url(#shade)"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="shade" x2="0" y2="1"><stop stop-color="#04140f" stop-opacity=".25"/><stop offset=".45" stop-color="#04140f" stop-opacity=".45"/><stop offset="1" stop-color="#04140f" stop-opacity=".9"/></linearGradient></defs>
    ${court}${shade}
    <rect x="${MARGIN}" y="${MARGIN}" width="100" height="94" rx="24" fill="#fff" fill-opacity=".16"/>
    <g fill="#fff">${mark}${lines.join("")}</g>
  </svg>`);
}

const background = (): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${COLORS.from}"/><stop offset="1" stop-color="${COLORS.to}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`);

/** Limits memory and processors: a card is drawn once for what it shows. */
const limitDrawing = createLimiter(50);

async function drawCard(store: FileStore, content: CardContent): Promise<Buffer> {
  const stored = content.cover === undefined ? undefined : await store.get(content.cover);
  const cover = stored && (await buffer(stored.body));
  const draw = (picture: Buffer | undefined) =>
    sharp(picture ?? background())
      .resize(CARD_SIZE.width, CARD_SIZE.height, { fit: "cover" })
      .composite([{ input: drawForeground(picture ? content : { ...content, cover: undefined }) }])
      .jpeg({ quality: 82, progressive: true })
      .toBuffer();
  // A stored picture that cannot be read costs the card its picture only.
  return limitDrawing(() => (cover ? draw(cover).catch(() => draw(undefined)) : draw(undefined)));
}

/** Kept in the file store by what it shows. */
export async function findOrDrawCard(store: FileStore, club: PublicClub): Promise<Buffer> {
  const content = toCardContent(club);
  const hash = hashCard(content);
  const name = `${CARD_FOLDER}/${hash}.jpg`;
  const kept = await store.get(name);
  if (kept) return buffer(kept.body);
  const bytes = await drawCard(store, content);
  await store.put(name, bytes, "image/jpeg");
  return bytes;
}

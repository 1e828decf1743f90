/** Draws the icon of a page on somebody's telephone. */
import sharp from "sharp";
import { clubInitials } from "#contract/organizations-initials-rules.ts";
import { drawTextOutlines, outlineWidth } from "#server/kit/documents/text-outlines.ts";
import type { PublicClub } from "./public-club.ts";
import { appColorOf, ICON_EDGE } from "./render-manifest.ts";

/** Systems cut a maskable icon to a circle of 80 %, into which the corners of the logo fit. */
const LOGO_EDGE = Math.floor(ICON_EDGE * 0.56);
const initialsStyle = { size: 176, weight: 600 } as const;

const drawGround = (fill: string, foreground = "") =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${ICON_EDGE}" height="${ICON_EDGE}">
    <rect width="100%" height="100%" fill="${fill}"/><g fill="#fff">${foreground}</g></svg>`),
  );

/** The logo on white, else the initials on the club's colour. */
export async function drawIcon(club: PublicClub, logo: Buffer | null): Promise<Buffer> {
  if (logo) {
    const mark = await sharp(logo).resize(LOGO_EDGE, LOGO_EDGE, { fit: "inside" }).toBuffer();
    return drawGround("#fff")
      .composite([{ input: mark }])
      .png()
      .toBuffer();
  }
  const initials = clubInitials(club.organization.name);
  const x = (ICON_EDGE - outlineWidth(initials, initialsStyle)) / 2;
  const text = drawTextOutlines(initials, initialsStyle, { x, y: ICON_EDGE / 2 + initialsStyle.size * 0.36 });
  return drawGround(appColorOf(club), text).png().toBuffer();
}

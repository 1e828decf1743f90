/** The club as an application on somebody's telephone: its manifest and its icon (PWA). */
import { readLogo } from "#server/files/stored-photos.ts";
import { MANIFEST_TYPE, manifestColors } from "#server/kit/http/installed-app.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { RenderPage } from "./serve-page.ts";
import { clubPath } from "./layout.ts";
import type { PublicClub } from "./public-club.ts";

/** Pixels. */
export const ICON_EDGE = 512;

export const appColorOf = ({ accent }: Pick<PublicClub, "accent">): string =>
  accent?.light.accent ?? manifestColors.theme_color;

/** Opens the finder of members: visitors have the page itself. */
export const renderManifest: RenderPage = ({ club }) => {
  const { organization, language } = club;
  const t = translators[language];
  const home = `/organizations/${organization.id}`;
  const icon = { src: `${clubPath(club)}/icon.png`, sizes: `${ICON_EDGE}x${ICON_EDGE}`, type: "image/png" };
  const manifest = {
    ...{ id: clubPath(club), name: organization.name, short_name: organization.name, lang: language, dir: "ltr" },
    ...{ start_url: `${home}/find`, scope: "/", display: "standalone" },
    ...{ ...manifestColors, theme_color: appColorOf(club) },
    icons: ["any", "maskable"].map((purpose) => ({ ...icon, purpose })),
    shortcuts: [
      { name: t("bookings.find"), url: `${home}/find` },
      { name: t("overview.mine"), url: "/my-bookings" },
    ],
  };
  return { picture: Buffer.from(JSON.stringify(manifest)), type: MANIFEST_TYPE };
};

/** Drawing is loaded with the first icon that is asked for. */
export const renderAppIcon: RenderPage = async ({ store, club }) => {
  const { drawIcon } = await import("./icon.ts");
  return { picture: await drawIcon(club, await readLogo({ store }, club.logo)), type: "image/png" };
};

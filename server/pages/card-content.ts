/** Facts that the picture of a page for social networks shows; it is kept by them. */
import { clubInitials } from "#contract/organizations-initials-rules.ts";
import { createHash } from "node:crypto";
import type { Image } from "#contract/files.ts";
import { parsePhotoFileName } from "#server/files/photo-names.ts";
import type { PublicClub } from "./public-club.ts";
import { createPageTexts, describeSportsInTown } from "./texts.ts";

export const CARD_SIZE = { width: 1200, height: 630 };
/** Folder in the file store. */
export const CARD_FOLDER = "cards";
/** Another drawing of the same facts is another card. */
const CARD_VERSION = 1;

export interface CardContent {
  name: string;
  detail: string;
  initials: string;
  sport: string | undefined;
  /** Name of its file in the store. */
  cover: string | undefined;
}

const fileOf = (image: Image | null | undefined): string | undefined => {
  const name = image?.url.split("/").at(-1);
  return name === undefined ? undefined : parsePhotoFileName(name)?.name;
};

/** The chosen picture, else the first of a facility, else of a field. */
export function findCover({
  cover,
  facilities,
  fields,
}: Pick<PublicClub, "cover" | "facilities" | "fields">): Image | undefined {
  const found = cover ?? facilities.find(({ image }) => image)?.image ?? fields.find(({ image }) => image)?.image;
  return found ?? undefined;
}

export function toCardContent(club: PublicClub): CardContent {
  const { organization, sports, facilities, language } = club;
  const texts = createPageTexts(language, organization.currency);
  const towns = new Set(facilities.flatMap(({ city }) => (city ? [city] : [])));
  const town = towns.size === 1 ? ([...towns][0] ?? null) : organization.city;
  const names = sports.map(({ name }) => name);
  return {
    name: organization.name,
    detail: club.page.tagline ?? describeSportsInTown(texts, names, town),
    initials: clubInitials(organization.name),
    sport: names[0],
    cover: fileOf(findCover(club)),
  };
}

export const hashCard = (content: CardContent): string =>
  createHash("sha256")
    .update(JSON.stringify([CARD_VERSION, content]))
    .digest("hex")
    .slice(0, 40);

/** Changes with what the card shows, so that nobody keeps a card of long ago. */
export const cardVersion = (club: PublicClub): string => hashCard(toCardContent(club)).slice(0, 12);

/** Slugs: the parts of public addresses that name an organization, a facility or a field. Pure. */
import { removeAccents } from "#messages/remove-accents.ts";

const MIN_SLUG_LENGTH = 3;
export const MAX_SLUG_LENGTH = 40;
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Would be taken for a part of the service, or is one. */
const reservedSlugs: readonly string[] = [
  ...["about", "account", "admin", "api", "app", "assets", "auth", "baseline", "billing", "blog", "book", "club"],
  ...[
    "contact",
    "dev",
    "docs",
    "embed",
    "favicon",
    "find",
    "guide",
    "help",
    "home",
    "join",
    "legal",
    "login",
    "logout",
  ],
  ...["mail", "new", "privacy", "public", "register", "root", "security", "settings", "signup", "sitemap", "static"],
  ...["status", "support", "system", "terms", "test", "www"],
];
/** Below the address of an organization. */
const reservedFacilitySlugs: readonly string[] = ["find", "legal", "join"];

export const isReservedFacilitySlug = (text: string): boolean => reservedFacilitySlugs.includes(text);

export const isReservedSlug = (text: string): boolean => reservedSlugs.includes(text);

export const isSlug = (text: string): boolean =>
  text.length >= MIN_SLUG_LENGTH && text.length <= MAX_SLUG_LENGTH && slugPattern.test(text);

/** Room for a number that tells it apart from others. */
const NUMBER_LENGTH = 4;

/**
 * The first free slug for a name: `padel-de-la-gare`, `court-1`, `court-1-2`.
 * @param fallback for names without a letter or digit that addresses have
 */
export function proposeSlug(name: string, isTaken: (slug: string) => boolean, fallback: string): string {
  const words = removeAccents(name)
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae")
    .replace(/ß/g, "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH - NUMBER_LENGTH)
    .replace(/^-+|-+$/g, "");
  const base = words.length >= MIN_SLUG_LENGTH ? words : [fallback, words].filter(Boolean).join("-");
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!isTaken(slug)) return slug;
  }
}

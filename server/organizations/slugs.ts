/** Public addresses (slugs) of organizations, a directory of the whole platform; and those of what they offer. */
import { sql } from "kysely";
import { proposeSlug } from "#contract/organizations-slugs-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

interface SlugOwner {
  organizationId: string;
  /** A former slug leads to it. */
  currentSlug: string;
}

/** @returns undefined for an address that nobody has, or has no more */
export async function findSlugOwner(db: Database, slug: string, now: Date): Promise<SlugOwner | undefined> {
  const found = await db
    .selectFrom("slugs as asked")
    .innerJoin("slugs as current", "current.organization_id", "asked.organization_id")
    .select(["asked.organization_id", "current.slug"])
    .where("asked.slug", "=", slug)
    .where((e) => e.or([e("asked.ends_at", "is", null), e("asked.ends_at", ">", now)]))
    .where("current.is_current", "=", true)
    .executeTakeFirst();
  return found && { organizationId: found.organization_id, currentSlug: found.slug };
}

export async function findCurrentSlug(db: Database, organizationId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("slugs")
    .select("slug")
    .where("organization_id", "=", organizationId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  return found?.slug;
}

/** The first free one for a name. It is nobody's until it is taken. */
export async function findFreeSlug(db: Database, name: string, now: Date): Promise<string> {
  const like = proposeSlug(name, () => false, "club");
  const taken = await db
    .selectFrom("slugs")
    .select("slug")
    .where("slug", "like", `${like}%`)
    .where((e) => e.or([e("ends_at", "is", null), e("ends_at", ">", now)]))
    .execute();
  const slugs = new Set(taken.map(({ slug }) => slug));
  return proposeSlug(name, (slug) => slugs.has(slug), "club");
}

/** Counts former ones that nobody else may take yet. */
export async function countFormerSlugs(db: Database, organizationId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("slugs")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("ends_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Makes a slug the organization's; the one before leads there until `formerUntil`.
 * @returns false if somebody else has it, or had it until lately
 */
export async function takeSlug(
  db: Database,
  { organizationId, slug, now, formerUntil }: { organizationId: string; slug: string; now: Date; formerUntil: Date },
): Promise<boolean> {
  await db
    .updateTable("slugs")
    .set({ is_current: false, ends_at: formerUntil })
    .where("organization_id", "=", organizationId)
    .where("is_current", "=", true)
    .where("slug", "!=", slug)
    .execute();
  const { rows } = await sql<{ slug: string }>`
    insert into slugs (slug, organization_id, is_current) values (${slug}, ${organizationId}, true)
    on conflict (slug) do update set organization_id = excluded.organization_id, is_current = true, ends_at = null
    where slugs.organization_id = excluded.organization_id or slugs.ends_at <= ${now}
    returning slug`.execute(db);
  return rows.length > 0;
}

interface AddressedRow {
  name: string;
  slug?: string | null | undefined;
}

export interface SlugRules<R> {
  /** Slugs are unique among rows of one key. */
  keyOf: (row: R) => string;
  isReserved: (slug: string) => boolean;
  /** Begins the slug of a name without a letter or digit that addresses have. */
  fallback: string;
  /** A slug that is taken makes room for one from the name, instead of a refusal. */
  isLenient?: boolean | undefined;
}

/**
 * Rows with a slug of their own, from their name where they have none.
 * @param known what stands beside them
 * @throws HttpError 422 on `slug` if it is taken
 */
export function addSlugs<R extends AddressedRow, K extends { slug: string | null }>(
  rows: readonly R[],
  known: readonly K[],
  { keyOf, isReserved, fallback, isLenient = false }: SlugRules<R | K>,
): (R & { slug: string })[] {
  const taken = new Set(known.map((row) => `${keyOf(row)} ${row.slug ?? ""}`));
  // A slug that is asked for goes before one from a name.
  const asked = new Set(rows.flatMap((row) => (row.slug ? [`${keyOf(row)} ${row.slug}`] : [])));
  return rows.map((row) => {
    const isTaken = (slug: string) => taken.has(`${keyOf(row)} ${slug}`);
    const isWanted = row.slug && !(isLenient && isTaken(row.slug));
    if (isWanted && isTaken(row.slug ?? "")) throw invalidFields({ slug: [message("pages.slugTaken")] });
    const isUnfit = (slug: string) => isReserved(slug) || isTaken(slug) || asked.has(`${keyOf(row)} ${slug}`);
    const slug = isWanted && row.slug ? row.slug : proposeSlug(row.name, isUnfit, fallback);
    taken.add(`${keyOf(row)} ${slug}`);
    return { ...row, slug };
  });
}

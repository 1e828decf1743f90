/** Changes the public address (slug) of a facility; the one before leads there for a year. */
import type { Database } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { changeFormerSlugs } from "./former-slugs.ts";
import { addFacilitySlugs } from "./queries.ts";

const findNameAndSlug = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("facilities")
    .select(["organization_id", "name", "slug"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/**
 * The caller has locked the slugs. Null asks for one from the name.
 * @returns the slug to write; undefined keeps the one before
 * @throws HttpError 422 on `slug` if another facility has it, or had it until lately
 */
export async function changeFacilitySlug(
  { db, organizationId, now }: Pick<Call, "db" | "organizationId" | "now">,
  facilityId: string,
  asked: { name?: string | undefined; slug?: string | null | undefined },
): Promise<string | undefined> {
  if (asked.slug === undefined) return undefined;
  const { slug: before, ...known } = await findNameAndSlug(db, organizationId, facilityId);
  if (asked.slug === before) return undefined;
  const row = { ...known, name: asked.name ?? known.name, slug: asked.slug };
  const [addressed] = await addFacilitySlugs(db, [row], { now, except: facilityId });
  const slug = addressed?.slug;
  if (slug === undefined || slug === before) return undefined;
  const place = { facilityId, fieldId: null };
  await changeFormerSlugs(db, organizationId, {
    ...{ left: before === null ? undefined : { ...place, slug: before }, taken: { ...place, slug }, now },
  });
  return slug;
}

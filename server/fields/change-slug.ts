/** Changes the public address (slug) of a field, with its facility or by itself; the one before leads there for a year. */
import type { Selectable } from "kysely";
import { changeFormerSlugs } from "#server/facilities/former-slugs.ts";
import type { FieldsTable } from "#server/kit/db/tables.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addFieldSlugs } from "./queries.ts";

/**
 * The caller has locked the facilities. Null asks for a slug from the name. In another facility a field keeps its own,
 * unless one there has it.
 * @returns the slug to write; undefined keeps the one before
 * @throws HttpError 422 on `slug` if another field has it, or had it until lately
 */
export async function changeFieldSlug(
  { db, organizationId, now }: Pick<Call, "db" | "organizationId" | "now">,
  field: Pick<Selectable<FieldsTable>, "id" | "name" | "slug" | "facility_id">,
  asked: { facilityId: string; name?: string | undefined; slug?: string | null | undefined },
): Promise<string | undefined> {
  const isMoved = asked.facilityId !== field.facility_id;
  if ((asked.slug === undefined || asked.slug === field.slug) && !isMoved) return undefined;
  const row = { organization_id: organizationId, facility_id: asked.facilityId, name: asked.name ?? field.name };
  const find = async (slug: string | null) =>
    (await addFieldSlugs(db, [{ ...row, slug }], { now, except: field.id, isLenient: asked.slug === undefined }))[0]
      ?.slug;
  const slug = await find(asked.slug === undefined ? field.slug : asked.slug);
  if (slug === undefined || (slug === field.slug && !isMoved)) return undefined;
  const left = field.slug === null ? undefined : { facilityId: field.facility_id, fieldId: field.id, slug: field.slug };
  const taken = { facilityId: asked.facilityId, fieldId: field.id, slug };
  await changeFormerSlugs(db, organizationId, { left, taken, now });
  return slug;
}

/** Finds the facility or field of an address; a former address leads to where its place is now. */
import { listFormerSlugs } from "#server/facilities/former-slugs.ts";
import type { RenderPage } from "./serve-page.ts";
import { facilityPath, fieldPath } from "./club-sections.ts";
import type { PublicFacility, PublicField } from "./queries.ts";
import { type PageContext, renderFacilityPage, renderFieldPage } from "./render-pages.ts";

async function findFacility({ db, club }: PageContext, slug: string | undefined): Promise<PublicFacility | undefined> {
  const current = club.facilities.find(({ address }) => address === slug);
  if (current) return current;
  const former = await listFormerSlugs(db, club.organization.id, { now: club.now });
  const moved = former.find((one) => one.slug === slug);
  return club.facilities.find(({ id }) => id === moved?.facilityId);
}

async function findField(
  { db, club }: PageContext,
  { id: facilityId }: PublicFacility,
  slug: string | undefined,
): Promise<PublicField | undefined> {
  const current = club.fields.find(({ address, facility_id: of }) => address === slug && of === facilityId);
  if (current) return current;
  const former = await listFormerSlugs(db, club.organization.id, { facilityId, now: club.now });
  const moved = former.find((one) => one.slug === slug);
  // It may be in another facility by now; where it is private, it is nowhere.
  return club.fields.find(({ id }) => id === moved?.fieldId);
}

export const findFacilityPage: RenderPage = async (context, { facilitySlug }) => {
  const facility = await findFacility(context, facilitySlug);
  if (!facility) return undefined;
  return facility.address === facilitySlug
    ? renderFacilityPage(context, facility)
    : { location: facilityPath(context.club, facility) };
};

export const findFieldPage: RenderPage = async (context, { facilitySlug, fieldSlug }) => {
  const { club } = context;
  const former = await findFacility(context, facilitySlug);
  const field = former && (await findField(context, former, fieldSlug));
  const facility = club.facilities.find(({ id }) => id === field?.facility_id);
  if (!field || !facility) return undefined;
  return facility.address === facilitySlug && field.address === fieldSlug
    ? renderFieldPage(context, facility, field)
    : { location: fieldPath(club, field) };
};

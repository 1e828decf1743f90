/** Finds the facility or field of an address. */
import type { RenderPage } from "./answer.ts";
import { renderFacilityPage, renderFieldPage } from "./render-pages.ts";

export const findFacilityPage: RenderPage = (context, { facilitySlug }) => {
  const facility = context.club.facilities.find(({ address }) => address === facilitySlug);
  return facility && renderFacilityPage(context, facility);
};

export const findFieldPage: RenderPage = (context, { facilitySlug, fieldSlug }) => {
  const facility = context.club.facilities.find(({ address }) => address === facilitySlug);
  const field = context.club.fields.find(
    ({ address, facility_id: facilityId }) => address === fieldSlug && facilityId === facility?.id,
  );
  return facility && field && renderFieldPage(context, facility, field);
};

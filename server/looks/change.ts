/** Changes how an organization looks (branding). */
import type { Looks, looks } from "#contract/looks.ts";
import { updateCover } from "#server/files/queries.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findOrganizationToChange, updateOrganization } from "#server/organizations/queries.ts";
import { findLooks } from "./queries.ts";

const withoutPictures = ({ logo: _logo, photos: _photos, ...rest }: Looks) => rest;

/** @throws HttpError 422 on `coverId` if it is no photo of the public page */
export async function changeLooks(call: Call<typeof looks.update>): Promise<Looks> {
  const { db, organizationId, body, now, record } = call;
  await findOrganizationToChange(db, organizationId);
  const before = await findLooks(db, organizationId);
  const { accent, senderName, coverId } = body;
  await updateOrganization(db, organizationId, { accent, sender_name: senderName, updated_at: now });
  if (coverId !== undefined && !(await updateCover(db, organizationId, coverId)))
    throw invalidFields({ coverId: [message("looks.coverUnknown")] });
  const after = await findLooks(db, organizationId);
  record({ ...computeDiff(withoutPictures(before), withoutPictures(after)), subjectId: organizationId });
  return after;
}

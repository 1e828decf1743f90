import { invalidFields, message } from "#server/kit/http/http-error.ts";

/**
 * The specification sends the organization in the body, beside the one in the path.
 * @throws HttpError 422 under `organizationId` where they differ
 */
export function assertSameOrganization(organizationId: string, given: string | undefined): void {
  if (given && given.toLowerCase() !== organizationId.toLowerCase()) {
    throw invalidFields({ organizationId: [message("organizations.mismatch")] });
  }
}

/** Refuses a body that names another organization than the path does. */
import { invalidFields, message } from "#server/kit/http/http-error.ts";

/** The specification repeats the path's organization in the body. */
export function assertSameOrganization(organizationId: string, given: string | undefined): void {
  if (given && given.toLowerCase() !== organizationId.toLowerCase()) {
    throw invalidFields({ organizationId: [message("organizations.mismatch")] });
  }
}

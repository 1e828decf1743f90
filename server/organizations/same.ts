import { invalid, say } from "#server/kit/problem.ts";

/**
 * The specification sends the organization in the body, beside the one in the path.
 * @throws Problem 422 under `organizationId` where they differ
 */
export function requireSame(organizationId: string, given: string | undefined): void {
  if (given && given.toLowerCase() !== organizationId.toLowerCase()) {
    throw invalid({ organizationId: [say("organizations.mismatch")] });
  }
}

/** The page at an organization's address: its record for the team, the club for its members. */
import { ForbiddenError } from "#web/kit/data/forbidden-error.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { OrganizationPage } from "#web/organizations/organization-page.tsx";
import { ClubPage } from "#web/pages/club-page.tsx";

export function OrganizationOverviewPage() {
  const scope = useScope();
  if (!isTeamMember(scope)) return <ClubPage />;
  if (!scope.can("organizations.show")) throw new ForbiddenError("organizations.show");
  return <OrganizationPage />;
}

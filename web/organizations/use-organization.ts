import { useQuery } from "@tanstack/react-query";
import { type TaxName, taxNameOf } from "#contract/general-countries-rules.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";

/** Undefined on the platform, for those who may not read the organization, and while it is loading. */
export function useOrganization() {
  const { organizationId, isPlatform, can } = useScope();
  const { data } = useQuery({
    ...endpointQuery(organizations.read, { params: { organizationId } }, { quiet: true }),
    enabled: !isPlatform && can(organizations.read),
  });
  return data?.data;
}
export const useOrganizationName = (): string | undefined => useOrganization()?.name;
export const useOrganizationCurrency = (): string | undefined => useOrganization()?.currency;
export const useOrganizationJoining = () => useOrganization()?.joining;
export const useOrganizationTimezone = (): string | undefined => useOrganization()?.timezone;

export function useOrganizationTaxName(): TaxName | undefined {
  const organization = useOrganization();
  return organization && taxNameOf(organization.countryId);
}

import { useQuery } from "@tanstack/react-query";
import { payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useOrganization } from "#web/organizations/use-organization.ts";

/**
 * Whether links to pay online can be sent; undefined until it is known. An incomplete seller is asked for where the link
 * is sent.
 */
export function useIsLinkOpen(): boolean | undefined {
  const { organizationId, isPlatform } = useScope();
  const { data } = useQuery({
    ...endpointQuery(payments.methods, { params: { organizationId } }, { quiet: true }),
    enabled: !isPlatform,
  });
  const missing = useOrganization()?.sellerMissing.length;
  if (!data || missing === undefined) return undefined;
  return missing > 0 || data.data.providers.some(({ name }) => name !== "bank_transfer");
}

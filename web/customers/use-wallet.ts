import { useQuery } from "@tanstack/react-query";
import { credits, type Wallet } from "#contract/credits.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";

/** The balance of a customer; undefined until it is known, and for those who may not see it. */
export function useWallet(customerId: string | undefined): Wallet | undefined {
  const { organizationId, can } = useScope();
  const { data } = useQuery({
    ...endpointQuery(credits.wallet, { params: { organizationId, customerId: customerId ?? "" } }, { quiet: true }),
    staleTime: 0,
    enabled: Boolean(customerId) && can(credits.wallet),
  });
  return data?.data;
}

import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { lazy } from "react";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";

// If it fails to load, another page tries again.
const SellerNotice = lazy(() => import("./seller-notice.tsx").catch(() => ({ default: () => <></> })));

/** For who may change the settings: what is missing before money can be taken. The settings themselves have a checklist. */
export function SellerBanner() {
  const { organizationId, path } = useScope();
  const isSettings = useRouterState({ select: ({ location }) => location.pathname === path("/settings") });
  const { data } = useQuery(endpointQuery(organizations.read, { params: { organizationId } }, { quiet: true }));
  if (!data || data.data.sellerMissing.length === 0 || isSettings) return null;
  const { sellerMissing, sellerDueAt } = data.data;
  return <SellerNotice {...{ sellerMissing, sellerDueAt }} />;
}

/** Notices above the page: a demand of two-step sign-in, and what an invoice still lacks. */
import { organizations } from "#contract/organizations.ts";
import { useScope } from "./kit/data/scope.ts";
import { SellerBanner } from "./organizations/seller-banner.tsx";
import { SecondFactorDemand } from "./second-factors/demand-notice.tsx";

export function ShellNotices() {
  const { isPlatform, can } = useScope();
  return (
    <>
      <SecondFactorDemand />
      {!isPlatform && can(organizations.update) && <SellerBanner />}
    </>
  );
}

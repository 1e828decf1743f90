/** Notices above the page: a demand of two-step sign-in, and what an invoice still lacks. */
import { lazy } from "react";
import { organizations } from "#contract/organizations.ts";
import { useScope } from "./kit/data/scope.ts";
import { SellerBanner } from "./organizations/seller-banner.tsx";

const Demand = lazy(() => import("./second-factors/demand-notice.tsx").catch(() => ({ default: () => <></> })));

export default function ShellNotices() {
  const { isPlatform, membership, can } = useScope();
  return (
    <>
      {membership?.secondFactorDueAt && <Demand />}
      {!isPlatform && can(organizations.update) && <SellerBanner />}
    </>
  );
}

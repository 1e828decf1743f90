/** Notices above the page: a demand of two-step sign-in, new terms, and what an invoice still lacks. */
import { lazy } from "react";
import { organizations } from "#contract/organizations.ts";
import { useScope, useUser } from "./kit/data/scope.ts";
import { SellerBanner } from "./organizations/seller-banner.tsx";

const Demand = lazy(() => import("./second-factors/demand-notice.tsx").catch(() => ({ default: () => <></> })));

const Terms = lazy(() => import("./personal-data/terms-notice.tsx").catch(() => ({ default: () => <></> })));

export default function ShellNotices() {
  const { isPlatform, membership, can } = useScope();
  const { termsDue } = useUser();
  return (
    <>
      {membership?.secondFactorDueAt && <Demand />}
      {termsDue && <Terms />}
      {!isPlatform && can(organizations.update) && <SellerBanner />}
    </>
  );
}

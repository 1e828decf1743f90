import { useNavigate, useSearch } from "@tanstack/react-router";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { WaitlistLink } from "./waitlist-link.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";

/** Between the requests that wait and those that are decided. What narrows one narrows the other. */
export function ApprovalsViewSwitch({ value }: { value: "waiting" | "decided" }) {
  const t = useTranslation();
  const { path } = useScope();
  const navigate = useNavigate();
  const { q, facilityId } = useSearch({
    strict: false,
    select: (search: { q?: string; facilityId?: string }) => ({ q: search.q, facilityId: search.facilityId }),
  });
  return (
    <>
      <WaitlistLink />
      <SegmentedControl
        name="approvals-view"
        aria-label={t("approvals.view")}
        options={[
          { value: "waiting", label: t("approvals.waiting") },
          { value: "decided", label: t("approvals.decided") },
        ]}
        value={value}
        onValueChange={(chosen) =>
          void navigate({
            to: path(chosen === "decided" ? "/approvals/decided" : "/approvals"),
            search: { ...(q && { q }), ...(facilityId && { facilityId }) },
          })
        }
      />
    </>
  );
}

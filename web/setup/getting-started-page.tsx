import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarDays } from "lucide-react";
import { setup } from "#contract/setup.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Checklist } from "./checklist.tsx";

export function GettingStartedPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const { data, error, refetch } = useQuery(endpointQuery(setup.state, { params: { organizationId } }));
  return (
    <Page
      title={t("setup.gettingStarted")}
      crumbs={[
        <Link key="club" to={path("/overview")}>
          {data?.data.organization?.name ?? t("organizations.one")}
        </Link>,
      ]}
      actions={
        <Link to={path("/planning")} className={buttonClass("primary")}>
          <CalendarDays aria-hidden />
          {t("setup.openPlanning")}
        </Link>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data ? (
        <Checklist steps={data.data.steps} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

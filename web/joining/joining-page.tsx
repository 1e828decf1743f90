/** The team's page of joining: requests that wait, and join links. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Settings } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { joiningHints } from "#web/organizations/hints.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { JoinLinks } from "./join-links.tsx";
import { JoinRequests } from "./join-requests.tsx";

const refreshMap = { joining: ["joining"], members: ["joining"] };

export function JoiningPage() {
  const t = useTranslation();
  const { organizationId, path, can } = useScope();
  useLiveRefresh(activity.live, organizationId, refreshMap);
  const { data } = useQuery(endpointQuery(organizations.read, { params: { organizationId } }));
  return (
    <Page title={t("joining.title")} crumbs={useOrganizationCrumbs() ?? []}>
      <p className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13 text-ink-2">
        <span className="max-w-prose">
          {data ? t(joiningHints[data.data.joining]) : ""} {t("joining.hint")}
        </span>
        {can(organizations.update) && (
          <Link to={path("/settings")} className={`${textLinkClass} inline-flex items-center gap-1.5`}>
            <Settings className="size-4" aria-hidden />
            {t("joining.changeSetting")}
          </Link>
        )}
      </p>
      <div className="grid gap-8">
        <JoinRequests />
        <JoinLinks />
      </div>
    </Page>
  );
}

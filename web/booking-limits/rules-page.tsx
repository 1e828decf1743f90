/** All booking rules of the organization and its roles beside one another, and what holds for somebody. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { members, type Role } from "#contract/members.ts";
import type { BookingRules } from "#contract/organization-options.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { ruleLabels, ruleNames, useRuleText } from "#web/organizations/use-rule-text.ts";
import { ExplainedRules } from "./explained-rules.tsx";
import { useUsualText } from "./use-usual-text.ts";

export function RulesPage() {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const params = { organizationId };
  const organization = useQuery(endpointQuery(organizations.read, { params }));
  const roles = useQuery({
    ...endpointQuery(members.roles, { params, query: { per_page: 100 } }),
    enabled: can(members.roles),
  });
  const ofMembers = (roles.data?.data ?? []).filter(({ type }) => type === "member");
  const isLoading = !organization.data || (can(members.roles) && !roles.data);
  const error = organization.error ?? roles.error;
  return (
    <Page title={t("booking-limits.title")} subtitle={t("booking-limits.intro")} crumbs={useSettingsCrumbs()}>
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([organization.refetch(), roles.refetch()])} />
      ) : isLoading ? (
        <div className="grid gap-5" aria-busy>
          <Skeleton className="h-72" />
          <Skeleton className="h-48" />
        </div>
      ) : (
        <div className="grid gap-5">
          <RulesTable general={organization.data.data.bookingRules} roles={ofMembers} />
          <ExplainedRules roles={ofMembers} />
        </div>
      )}
    </Page>
  );
}

function RulesTable({ general, roles }: { general: BookingRules; roles: readonly Role[] }) {
  const t = useTranslation();
  const { path, can } = useScope();
  const ruleText = useRuleText();
  const usualText = useUsualText();
  const own = roles.filter(({ bookingRules }) => bookingRules !== null);
  const cell = "min-w-44 border-l border-line px-4 py-2.5 text-left align-top font-normal";
  return (
    <Card title={t("booking-limits.all")}>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-13">
          <thead className="bg-sunken">
            <tr>
              <th scope="col" className="sticky left-0 z-1 w-36 bg-sunken px-4 py-2.5 text-left font-medium">
                {t("booking-limits.rule")}
              </th>
              <th scope="col" className={cell}>
                <Link to={path("/settings")} hash="booking-rules" className={textLinkClass}>
                  {t("booking-limits.organization")}
                </Link>
              </th>
              {own.map(({ id, name }) => (
                <th key={id} scope="col" className={cell}>
                  <Link to={path(`/roles/${id}${can(members.updateRole) ? "/edit" : ""}`)} className={textLinkClass}>
                    {name}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {ruleNames.map((rule) => (
              <tr key={rule}>
                <th
                  scope="row"
                  className="sticky left-0 z-1 w-36 max-w-36 bg-surface px-4 py-2.5 text-left align-top font-normal text-ink-3"
                >
                  {t(ruleLabels[rule])}
                </th>
                <td className={cell}>{ruleText(general, rule) ?? usualText(rule)}</td>
                {own.map(({ id, bookingRules }) => (
                  <td key={id} className={cell}>
                    {ruleText(bookingRules, rule) ?? <span className="text-ink-3">{t("members.rulesInherit")}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {own.length === 0 && (
        <p className="border-t border-line px-4 py-3 text-13 text-ink-2">{t("booking-limits.noRoles")}</p>
      )}
    </Card>
  );
}

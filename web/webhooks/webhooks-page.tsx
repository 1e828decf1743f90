import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { type Webhook, webhooks } from "#contract/webhooks.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { kindLabels } from "./labels.ts";
import { StateBadge } from "./state-badge.tsx";

export function WebhooksPage() {
  const t = useTranslation();
  const { organizationId, membership, path } = useScope();
  const list = useQuery({
    ...endpointQuery(webhooks.list, { params: { organizationId } }),
    staleTime: 0,
  });
  const create = (
    <Link to={path("/webhooks/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("webhooks.create")}
    </Link>
  );
  return (
    <Page title={t("webhooks.title")} crumbs={useOrganizationCrumbs() ?? []} actions={create}>
      <p className="mb-4 max-w-prose text-13 text-ink-2">
        {t("webhooks.hint", { organization: membership?.name ?? "" })}
      </p>
      <CardList
        label={t("webhooks.title")}
        query={list}
        empty={
          <EmptyState icon={WebhookIcon} title={t("webhooks.empty")} action={create}>
            {t("webhooks.emptyText")}
          </EmptyState>
        }
        row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      />
    </Page>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const t = useTranslation();
  const { path } = useScope();
  const { id, url, kinds, waiting } = webhook;
  return (
    <li className="relative grid gap-1 px-4 py-3 transition-colors has-[a:hover]:bg-hover">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        <Link
          to={path(`/webhooks/${id}`)}
          className="font-medium [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {url}
        </Link>
        <StateBadge webhook={webhook} />
      </p>
      <p className="text-xs text-ink-2">{kinds.map((kind) => t(kindLabels[kind])).join(", ")}</p>
      {waiting > 0 && <p className="text-xs text-ink-3 tnum">{t("webhooks.waitingCount", { count: waiting })}</p>}
    </li>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookOpen, KeyRound, Plus } from "lucide-react";
import { API_KEY_START, type ApiKey, apiKeys } from "#contract/api-keys.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useNow } from "#web/kit/render/use-now.ts";
import { usePermissionName } from "#web/members/permission-matrix.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";

const REFERENCE_PATH = "/api/docs";

export function ApiKeysPage() {
  const t = useTranslation();
  const { organizationId, membership, path } = useScope();
  const list = useQuery({
    ...endpointQuery(apiKeys.list, { params: { organizationId } }),
    staleTime: 0,
  });
  const create = (
    <Link to={path("/api-keys/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("api-keys.create")}
    </Link>
  );
  return (
    <Page title={t("api-keys.title")} crumbs={useOrganizationCrumbs() ?? []} actions={create}>
      <p className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-13 text-ink-2">
        <span className="max-w-prose">{t("api-keys.hint", { organization: membership?.name ?? "" })}</span>
        <a href={REFERENCE_PATH} className={buttonClass()}>
          <BookOpen aria-hidden />
          {t("api-keys.reference")}
        </a>
      </p>
      <CardList
        label={t("api-keys.title")}
        query={list}
        empty={
          <EmptyState icon={KeyRound} title={t("api-keys.empty")} action={create}>
            {t("api-keys.emptyText")}
          </EmptyState>
        }
        row={(key) => <KeyRow key={key.id} apiKey={key} />}
      />
    </Page>
  );
}

function KeyRow({ apiKey: { id, name, prefix, permissions, lostPermissions, ...dates } }: { apiKey: ApiKey }) {
  const t = useTranslation();
  const permissionName = usePermissionName();
  const { organizationId } = useScope();
  const { date, dateTime } = useDateFormats();
  const now = useNow();
  const cache = useQueryClient();
  const revoke = useMutation({
    ...endpointMutation(apiKeys.revoke),
    onSuccess: () => cache.invalidateQueries({ queryKey: [apiKeys.list.name] }),
  });
  const { expiresAt, lastUsedAt, lastUsedAddress, maker, created_at: createdAt } = dates;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const lost = lostPermissions.map(permissionName).join(", ");
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-56 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
          <code className="text-xs text-ink-3">{`${API_KEY_START}${prefix}_…`}</code>
          {isExpired && <Badge tone="rose">{t("api-keys.expired", { date: date(expiresAt) })}</Badge>}
        </p>
        <p className="text-xs text-ink-2">{permissions.map(permissionName).join(", ")}</p>
        {lost !== "" && <p className="text-xs text-rose-fg">{t("api-keys.lost", { permissions: lost })}</p>}
        <p className="text-xs text-ink-3 tnum">
          {[
            t("api-keys.madeBy", { name: maker, date: date(createdAt) }),
            lastUsedAt
              ? `${t("api-keys.lastUsed", { when: dateTime(lastUsedAt) })} (${lastUsedAddress ?? ""})`
              : t("api-keys.unused"),
            ...(isExpired ? [] : [expiresAt ? t("api-keys.expires", { date: date(expiresAt) }) : t("api-keys.never")]),
          ].join(" · ")}
        </p>
      </div>
      <ConfirmButton
        label={t("api-keys.revoke")}
        aria-label={`${t("api-keys.revoke")} ${name}`}
        title={t("api-keys.revokeTitle", { name })}
        confirm={t("api-keys.revoke")}
        onConfirm={() => revoke.mutateAsync({ params: { organizationId, apiKeyId: id } })}
      >
        {t("api-keys.revokeText")}
      </ConfirmButton>
    </li>
  );
}

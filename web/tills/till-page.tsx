/** The till: opened with a float, its movements, and the count that closes it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Banknote, FileText, LockOpen, Plus } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { activity } from "#contract/activity.ts";
import { type Till, tills } from "#contract/tills.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { amountFromZero, MoneyField } from "#web/kit/form/money-field.tsx";
import { SellButton } from "#web/payments/sell-button.tsx";
import { PaymentTabs } from "#web/payments/payment-tabs.tsx";
import { CloseTill } from "./close-till.tsx";
import { TillFigures } from "./figures.tsx";
import { MovementsCard } from "./movements-card.tsx";
import { MoveMoneyButton } from "./move-money.tsx";

export function TillPage() {
  const t = useTranslation();
  const { organizationId, path, can } = useScope();
  const { tillId } = useSearch({ strict: false, select: (search: { tillId?: string }) => search });
  const list = useQuery({ ...endpointQuery(tills.list, { params: { organizationId } }), staleTime: 0 });
  useLiveRefresh(activity.live, organizationId, ["tills", "payments"]);
  const active = list.data?.data.filter((till) => till.active);
  const till =
    active?.find(({ id }) => id === tillId) ?? active?.find(({ session }) => session !== null) ?? active?.[0];
  return (
    <Page
      title={till?.name ?? t("tills.one")}
      crumbs={useOrganizationCrumbs() ?? []}
      tabs={<PaymentTabs />}
      meta={till && <TillState till={till} />}
      actions={
        till && (
          <>
            <SellButton
              className={buttonClass(till.session ? "primary" : "secondary")}
              tillId={till.session ? till.id : undefined}
            />
            {till.session && <MoveMoneyButton till={till} currency={till.session.currency} />}
            <Link to={path("/payments/till/reports")} className={buttonClass()}>
              <FileText aria-hidden />
              {t("tills.reports")}
            </Link>
          </>
        )
      }
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : !active ? (
        <DetailSkeleton rows={8} />
      ) : !till ? (
        <Card>
          <EmptyState
            icon={Banknote}
            title={t("tills.none")}
            action={
              can(tills.create) && (
                <Link to={path("/settings/tills")} className={buttonClass("primary")}>
                  <Plus aria-hidden />
                  {t("tills.add")}
                </Link>
              )
            }
            withoutAction={t("tills.noneByOthers")}
          >
            {t("tills.noneText")}
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {active.length > 1 && <TillChoice tills={active} chosen={till.id} />}
          {till.session ? <OpenSession key={till.session.id} till={till} /> : <OpenTill key={till.id} till={till} />}
        </div>
      )}
    </Page>
  );
}

function TillState({ till: { session } }: { till: Till }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { time, day } = useDateFormats(useOrganizationTimezone());
  if (!session) return <Badge>{t("tills.stateClosed")}</Badge>;
  const { openedAt, isOverdue, openedBy, float, currency } = session;
  return (
    <>
      <Badge tone={isOverdue ? "red" : "lime"} dot>
        {isOverdue
          ? t("tills.overdueSince", { day: day(openedAt), time: time(openedAt) })
          : t("tills.openSince", { time: time(openedAt), person: openedBy.fullName })}
      </Badge>
      <span className="text-13 text-ink-2 tnum">{t("tills.floatIs", { amount: money(float, currency) })}</span>
    </>
  );
}

function TillChoice({ tills: all, chosen }: { tills: readonly Till[]; chosen: string }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <nav aria-label={t("tills.title")} className="flex flex-wrap gap-1.5">
      {all.map(({ id, name, session }) => (
        <Link
          key={id}
          to={path("/payments/till")}
          search={{ tillId: id }}
          aria-current={id === chosen ? "page" : undefined}
          className={buttonClass(id === chosen ? "secondary" : "ghost")}
        >
          <span className={`size-2 rounded-full ${session ? "bg-lime-dot" : "bg-ink-3"}`} aria-hidden />
          {name}
          <span className="sr-only">{t(session ? "tills.stateOpen" : "tills.stateClosed")}</span>
        </Link>
      ))}
    </nav>
  );
}

function OpenSession({ till }: { till: Till }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const params = { organizationId, tillId: till.id };
  const { data, error, refetch } = useQuery({ ...endpointQuery(tills.report, { params }), staleTime: 0 });
  // Null if it was closed elsewhere: the list follows.
  const report = data?.data;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!report) return <DetailSkeleton rows={8} />;
  return (
    <>
      {report.session.isOverdue && (
        <p role="status" className="rounded-md bg-red-bg px-3 py-2 text-13 text-red-fg">
          {t("tills.overdueText")}
        </p>
      )}
      <TillFigures report={report} currency={report.session.currency} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <MovementsCard sessionId={report.session.id} till={till} currency={report.session.currency} mayCorrect />
        {can(tills.close) ? (
          <CloseTill report={report} />
        ) : (
          <p className="text-13 text-ink-3 max-lg:order-first">{t("tills.closeByOthers")}</p>
        )}
      </div>
    </>
  );
}

const OpenForm = z.strictObject({ float: amountFromZero });

function OpenTill({ till }: { till: Till }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const open = useMutation(endpointMutation(tills.open));
  return (
    <Card title={t("tills.openTitle")} className="max-w-lg" padded>
      <Form
        schema={OpenForm}
        defaultValues={{ float: (till.nextFloat ?? 0) / 100 }}
        guard={false}
        onSubmit={async ({ float }) => {
          const body = { float: toMinorUnits(float) };
          const params = { organizationId, tillId: till.id };
          const request = open.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
          // A refusal says that a colleague has opened it: the page shows it.
          await request.catch((error: unknown) => {
            void cache.invalidateQueries({ queryKey: [tills.list.name] });
            throw error;
          });
          await cache.invalidateQueries({ queryKey: [tills.list.name] });
        }}
      >
        <p className="text-13 text-ink-2">{t("tills.openText")}</p>
        <MoneyField
          name="float"
          label={t("tills.openingFloat")}
          hint={till.nextFloat === null ? undefined : t("tills.floatHint")}
          currency={till.currency}
        />
        <SubmitButton className="justify-self-start">
          <LockOpen aria-hidden />
          {t("tills.open")}
        </SubmitButton>
      </Form>
    </Card>
  );
}

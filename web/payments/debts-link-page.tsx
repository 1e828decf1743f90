/** All debts of a payer by the secret of a link, for who need not have an account: chosen, and paid on one page of the provider. */
import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type LinkedDebts, payments } from "#contract/payments.ts";
import { LinkRefused } from "#web/accounts/link-refused.tsx";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { ContactLinks } from "#web/general/contact-links.tsx";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Failure } from "#web/kit/ui/failure.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { LeavingButton } from "./pay-button.tsx";
import { useDebtChoice } from "./use-debt-choice.ts";

export const DebtsLinkPage = () => (
  <QueryClientProvider client={queryClient}>
    <Entry />
  </QueryClientProvider>
);

const linkedDebtsQuery = (secret: string) =>
  endpointQuery(payments.debtsByLink, { params: { secret } }, { quiet: true });

function Entry() {
  const t = useTranslation();
  const { secret = "" } = useParams({ strict: false });
  const { data, error } = useQuery({ ...linkedDebtsQuery(secret), retry: false, staleTime: 0 });
  if (error)
    return <LinkRefused title={t("payments.debtsLinkTitle")} wrong={t("payments.debtsLinkWrong")} error={error} />;
  if (!data)
    return (
      <div className="grid gap-4" aria-busy>
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  const linked = data.data;
  const { organization, debts, hasMore, isPayable } = linked;
  const groups = [...Map.groupBy(debts, ({ currency }) => currency)];
  return (
    <div className="grid gap-4">
      <style>{linked.accentStyle}</style>
      {debts.length === 0 ? (
        <PublicPageHeading title={t("payments.debtsLinkDone")}>
          {t("payments.debtsLinkDoneText", { organization: organization.name })}
        </PublicPageHeading>
      ) : (
        <PublicPageHeading title={t("payments.debtsLinkTitle")}>{organization.name}</PublicPageHeading>
      )}
      {debts.length > 1 && isPayable && <p className="text-13 text-ink-2">{t("payments.debtsLinkText")}</p>}
      {groups.map(([currency, group]) => (
        <DebtsOfCurrency key={currency} {...{ secret, currency, group, isPayable }} />
      ))}
      {hasMore && <p className="text-13 text-ink-2">{t("payments.debtsLinkMore")}</p>}
      {debts.length > 0 && !isPayable && <p className="text-13 text-ink-2">{t("payments.debtsLinkOffline")}</p>}
      <Club linked={linked} />
    </div>
  );
}

type LinkedDebt = LinkedDebts["debts"][number];

interface DebtsOfCurrencyProps {
  secret: string;
  currency: string;
  group: LinkedDebt[];
  isPayable: boolean;
}

function DebtsOfCurrency({ secret, currency, group, isPayable }: DebtsOfCurrencyProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { chosen, choose } = useDebtChoice(group);
  const due = chosen.reduce((sum, debt) => sum + debt.due, 0);
  const isChoice = group.length > 1 && isPayable;
  return (
    <Card>
      <ul aria-label={t("payments.debtsLinkTitle")} className="divide-y divide-line">
        {group.map((debt) => (
          <li key={debt.chargeId} className="flex items-center gap-x-4 px-4 py-2.5 text-13">
            {isChoice ? (
              <CheckBox
                className="flex-1 py-0"
                label={<DebtName debt={debt} />}
                checked={chosen.includes(debt)}
                onChange={(isOn) => choose(debt, isOn)}
              />
            ) : (
              <span className="min-w-0 flex-1">
                <DebtName debt={debt} />
              </span>
            )}
            <span className="min-w-16 text-right font-medium whitespace-nowrap tnum">{money(debt.due, currency)}</span>
          </li>
        ))}
      </ul>
      <div className="grid gap-3 border-t border-line p-4">
        <p className="flex justify-between gap-4 text-13 font-semibold" aria-live="polite">
          <span>{t("payments.debtsChosen", { count: chosen.length })}</span>
          <span className="tnum">{money(due, currency)}</span>
        </p>
        {isPayable && <Pay {...{ secret, chosen, due, currency }} />}
      </div>
    </Card>
  );
}

function DebtName({ debt: { name, fieldName, startTime, timezone, dueOn, state } }: { debt: LinkedDebt }) {
  const t = useTranslation();
  const { weekdayDateTime, day } = useDateFormats(timezone);
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="font-medium [overflow-wrap:anywhere]">{name ?? fieldName}</span>
      {name === null && <span className="text-ink-2">{weekdayDateTime(startTime)}</span>}
      <span className="flex flex-wrap items-center gap-2 text-ink-3">
        {t("payments.dueOn", { date: day(noonOf(dueOn)) })}
        {state === "overdue" && <Badge tone="red">{t("payments.overdue")}</Badge>}
      </span>
    </span>
  );
}

interface PayProps {
  secret: string;
  chosen: LinkedDebt[];
  due: number;
  currency: string;
}

/** Leads to the page of the provider. Where another sum is owed meanwhile, it says so and lists anew. */
function Pay({ secret, chosen, due, currency }: PayProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [failure, setFailure] = useState<Error | null>(null);
  const body = { chargeIds: chosen.map(({ chargeId }) => chargeId), amount: due };
  return (
    <>
      <LeavingButton
        size="lg"
        disabled={chosen.length === 0}
        open={() => call(payments.payByLink, { params: { secret }, body }, { quiet: true })}
        refresh={() => void cache.invalidateQueries({ queryKey: linkedDebtsQuery(secret).queryKey })}
        onFailure={setFailure}
      >
        {t("payments.pay", { amount: money(due, currency) })}
      </LeavingButton>
      <Failure error={failure} />
    </>
  );
}

function Club({ linked: { organization, contact } }: { linked: LinkedDebts }) {
  if (!contact.phone && !contact.email) return null;
  return (
    <Card padded>
      <p className="font-medium [overflow-wrap:anywhere]">{organization.name}</p>
      <p className="mt-0.5 grid text-13 [overflow-wrap:anywhere] text-ink-2">
        <ContactLinks {...contact} />
      </p>
    </Card>
  );
}

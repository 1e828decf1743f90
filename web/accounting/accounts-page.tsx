/** Numbers and names of the accounts that entries are booked on. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Account, accounting, AccountsDraft } from "#contract/accounting.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useRateFormat } from "#web/products/labels.ts";
import type { MessageKey } from "#messages/keys.ts";
import { AccountingTabs } from "./accounting-tabs.tsx";

const purposeLabels: Readonly<Record<string, MessageKey>> = {
  customers: "accounting.forCustomers",
  cash: "accounting.forCash",
  checks: "accounting.forChecks",
  card_desk: "accounting.forCardDesk",
  provider: "accounting.forProvider",
  bank: "accounting.forBank",
  fees: "accounting.forFees",
  transfers: "accounting.forTransfers",
  difference_loss: "accounting.forDifferenceLoss",
  difference_gain: "accounting.forDifferenceGain",
  suspense: "accounting.forSuspense",
  wallet: "accounting.wallet",
  vouchers: "accounting.vouchers",
};

/** @returns a function that says what an account is for */
function usePurpose(): (key: string) => string {
  const t = useTranslation();
  const rate = useRateFormat();
  return (key) => {
    const [kind, tax = ""] = key.split(":");
    const named = purposeLabels[key];
    if (named) return (t as (key: MessageKey) => string)(named);
    const isGoods = kind === "goods";
    if (tax === "exempt") return t(isGoods ? "accounting.forExemptGoods" : "accounting.forExempt");
    const sold = isGoods ? "accounting.forGoods" : "accounting.forRevenue";
    return t(kind === "tax" ? "accounting.forTax" : sold, { rate: rate(Number(tax)) });
  };
}

export function AccountsPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(accounting.accounts, { params: { organizationId } }),
    staleTime: 0,
  });
  return (
    <Page title={t("accounting.title")} crumbs={useOrganizationCrumbs() ?? []} tabs={<AccountingTabs />}>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-prose text-13 text-ink-2">{t("accounting.accountsText")}</p>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : data ? (
          <AccountsForm key={JSON.stringify(data.data)} accounts={data.data} />
        ) : (
          <Skeleton className="h-96 w-full rounded-xl" />
        )}
      </div>
    </Page>
  );
}

function AccountsForm({ accounts }: { accounts: readonly Account[] }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId, can } = useScope();
  const purposeOf = usePurpose();
  const save = useMutation({
    ...endpointMutation(accounting.setAccounts),
    onSuccess: () =>
      Promise.all(
        [accounting.accounts, accounting.journal].map(({ name }) => cache.invalidateQueries({ queryKey: [name] })),
      ),
  });
  if (!can(accounting.setAccounts)) return <AccountsList accounts={accounts} />;
  return (
    <Card padded>
      <Form
        schema={AccountsDraft}
        defaultValues={{ accounts: [...accounts] }}
        label={t("accounting.accounts")}
        onSubmit={async (body) => void (await save.mutateAsync({ params: { organizationId }, body }))}
      >
        <div className="grid gap-5 sm:gap-3">
          {accounts.map(({ key }, index) => (
            <fieldset
              key={key}
              className="grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1.2fr)]"
            >
              <legend className="sr-only">{purposeOf(key)}</legend>
              <span aria-hidden className="text-13 font-medium max-sm:col-span-full sm:pt-2">
                {purposeOf(key)}
              </span>
              <TextField
                name={`accounts.${index}.number`}
                label={t("accounting.number")}
                hideLabel
                autoComplete="off"
                required
              />
              <TextField
                name={`accounts.${index}.label`}
                label={t("accounting.accountLabel")}
                hideLabel
                autoComplete="off"
                required
              />
            </fieldset>
          ))}
        </div>
        <FormActions>
          <ResetButton />
          <SubmitButton>{t("kit.save")}</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}

/** Readers of the books may not change the organization. */
function AccountsList({ accounts }: { accounts: readonly Account[] }) {
  const t = useTranslation();
  const purposeOf = usePurpose();
  return (
    <Card>
      <ul aria-label={t("accounting.accounts")} className="divide-y divide-line">
        {accounts.map(({ key, number, label }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 text-13">
            <span className="min-w-20 font-medium tnum">{number}</span>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</span>
            <span className="text-ink-3">{purposeOf(key)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The balance of a customer on their page and in their account; those who top it up and pay it out pass their buttons. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { credits, type Wallet } from "#contract/credits.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { WalletEntries } from "./wallet-entries.tsx";

const FIRST_SHOWN = 5;
const SHOWN_AT_MOST = 100;

export function WalletCard({ wallet, actions }: { wallet: Wallet; actions: ReactNode }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  const timezone = useOrganizationTimezone();
  const [count, setCount] = useState(FIRST_SHOWN);
  const { customerId, organization, amount, currency } = wallet;
  const input = { params: { organizationId: organization.id, customerId }, query: { per_page: count } };
  const { data } = useQuery({
    ...endpointQuery(credits.entries, input, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const entries = data?.data ?? [];
  return (
    <Card
      title={t("credits.wallet")}
      action={<span className="text-[0.9375rem] font-semibold tnum">{money(amount, currency)}</span>}
    >
      {data && entries.length === 0 ? (
        <p className="px-4 py-3 text-13 text-ink-3">{t("credits.none")}</p>
      ) : (
        <WalletEntries entries={entries} timezone={timezone} pathOf={(id) => path(`/payments/${id}`)} />
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 empty:hidden">
        {actions}
        {(data?.meta.total ?? 0) > count && (
          <button type="button" className={`${textLinkClass} text-13`} onClick={() => setCount(SHOWN_AT_MOST)}>
            {t("credits.showAll")}
          </button>
        )}
      </div>
    </Card>
  );
}

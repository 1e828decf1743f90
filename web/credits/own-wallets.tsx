/** One's own balances in all organizations, above one's payments; nothing for people without any. */
import { useQuery } from "@tanstack/react-query";
import { credits, type Wallet } from "#contract/credits.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { WalletEntries } from "./wallet-entries.tsx";

export const useOwnWallets = (): readonly Wallet[] =>
  useQuery({ ...endpointQuery(credits.mine, { query: { per_page: 100 } }, { quiet: true }), staleTime: 0 }).data
    ?.data ?? [];

export function OwnWallets() {
  const own = useOwnWallets();
  return own.map((wallet) => <OwnWallet key={wallet.customerId} wallet={wallet} isNamed={own.length > 1} />);
}

const SHOWN = 10;

function OwnWallet({ wallet, isNamed }: { wallet: Wallet; isNamed: boolean }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { customerId, organization, amount, currency } = wallet;
  const { data } = useQuery({
    ...endpointQuery(credits.myEntries, { query: { customerId, per_page: SHOWN } }, { quiet: true }),
    staleTime: 0,
  });
  return (
    <Card
      title={isNamed ? `${t("credits.mine")} · ${organization.name}` : t("credits.mine")}
      action={<span className="text-[0.9375rem] font-semibold tnum">{money(amount, currency)}</span>}
      className="mb-6"
    >
      <WalletEntries entries={data?.data ?? []} timezone={undefined} />
    </Card>
  );
}

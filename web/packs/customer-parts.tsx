/** Packs of a customer on their page: units left, end, what they paid; the team grants and extends. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerDetail } from "#contract/customers.ts";
import { packs } from "#contract/packs.ts";
import type { CustomerParts } from "#web/customers/customer-parts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { PackButtons } from "./pack-buttons.tsx";
import { GrantPackDialog } from "./pack-dialogs.tsx";
import { PackRow } from "./pack-row.tsx";

export const packCustomerParts = { Passes } satisfies Partial<CustomerParts>;

function Passes({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { organizationId, can, isPlatform } = useScope();
  const [isGranting, setGranting] = useState(false);
  const { data } = useQuery({
    ...endpointQuery(
      packs.list,
      { params: { organizationId }, query: { customerId: customer.id, per_page: 50 } },
      { quiet: true },
    ),
    enabled: can(packs.list),
  });
  const mayGrant = !isPlatform && can(packs.grant) && can(packs.typesForSale) && !customer.archivedAt;
  const held = data?.data ?? [];
  if (!data || (held.length === 0 && !mayGrant)) return null;
  const grant = mayGrant && (
    <Button size="sm" aria-haspopup="dialog" onClick={() => setGranting(true)}>
      {t("packs.grant")}
    </Button>
  );
  return (
    <Card title={t("packs.title")} action={grant}>
      {held.length === 0 ? (
        <p className="px-4 py-3 text-13 text-ink-3">{t("packs.noneHeld")}</p>
      ) : (
        <ul aria-label={t("packs.title")} className="divide-y divide-line">
          {held.map((pack) => (
            <PackRow key={pack.id} pack={pack}>
              {!isPlatform && <PackButtons pack={pack} />}
            </PackRow>
          ))}
        </ul>
      )}
      {isGranting && <GrantPackDialog customerId={customer.id} onClose={() => setGranting(false)} />}
    </Card>
  );
}

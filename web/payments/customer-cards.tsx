/** The card on file of a customer on their page: how it looks, and the button that removes it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CustomerDetail } from "#contract/customers.ts";
import { payments } from "#contract/payments.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { CardFace, RemoveCardButton, useCardNote } from "./card-face.tsx";

export function CustomerCards({ customer: { id: customerId, name } }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const noteOf = useCardNote();
  const { organizationId, can, isPlatform } = useScope();
  const { data } = useQuery({
    ...endpointQuery(payments.cardsOfCustomer, { params: { organizationId, customerId } }, { quiet: true }),
    enabled: can(payments.cardsOfCustomer),
  });
  const remove = useMutation(endpointMutation(payments.removeCard));
  const cards = data?.data ?? [];
  if (cards.length === 0) return null;
  return (
    <Card title={t("payments.cards")}>
      <ul aria-label={t("payments.cards")} className="divide-y divide-line">
        {cards.map((card) => (
          <li key={card.id} className="grid gap-2 px-4 py-3 text-13">
            <CardFace card={card} />
            <span className="text-ink-2">{noteOf(card)}</span>
            {!isPlatform && can(payments.removeCard) && (
              <span>
                <RemoveCardButton
                  card={card}
                  title={t("payments.cardRemoveOf", { name })}
                  onConfirm={async () => {
                    await remove.mutateAsync({ params: { organizationId, cardId: card.id } });
                    await cache.invalidateQueries({ queryKey: [payments.cardsOfCustomer.name] });
                  }}
                >
                  {t("payments.cardRemoveTextOf")}
                </RemoveCardButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Takes back what one's own card was agreed to be charged for. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Card } from "#contract/card-shape.ts";
import { payments } from "#contract/payments.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { RemoveCardButton, useCardName } from "./card-face.tsx";

export function RemoveOwnCard({ card }: { card: Card }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const nameOf = useCardName();
  const remove = useMutation(endpointMutation(payments.removeOwnCard));
  const isOfBooking = card.purposes.includes("shares");
  return (
    <RemoveCardButton
      card={card}
      title={t("payments.cardRemoveTitle", { name: nameOf(card) })}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { cardId: card.id } });
        const changed = isOfBooking ? payments.ofEvent : payments.ownCards;
        await cache.invalidateQueries({ queryKey: [changed.name] });
      }}
    >
      {t(isOfBooking ? "payments.cardRemoveRestText" : "payments.cardRemoveText")}
    </RemoveCardButton>
  );
}

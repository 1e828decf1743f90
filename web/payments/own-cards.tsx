/** One's own cards on file, where memberships renew: saved on the provider's page, and removed at once. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CreditCard } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { SavedCardPurpose, type OwnCard } from "#contract/card-shape.ts";
import { payments } from "#contract/payments.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { parseSearchId } from "#web/kit/list/list-search.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { CardFace, useCardNote } from "./card-face.tsx";
import { RemoveOwnCard } from "./remove-own-card.tsx";

const SaveCardForm = lazy(async () => ({ default: (await import("./save-card-form.tsx")).SaveCardForm }));

export function OwnCards() {
  const t = useTranslation();
  const own = useQuery({ ...endpointQuery(payments.ownCards, {}, { quiet: true }), staleTime: 0 }).data?.data ?? [];
  if (own.length === 0) return null;
  const isSeveral = own.length > 1;
  return (
    <Card title={t("payments.cards")} className="mb-6">
      <ul aria-label={t("payments.cards")} className="divide-y divide-line">
        {own.map((one) => (
          <OwnCardRow key={one.organization.id} own={one} isSeveral={isSeveral} />
        ))}
      </ul>
    </Card>
  );
}

/**
 * Asks for the card with which one comes back from the provider's page, and for the payment with which it was saved.
 * @returns whether they are not known yet
 */
export function useReturnedCard(): boolean {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const cardId = useSearch({ strict: false, select: (search: { card?: unknown }) => parseSearchId(search.card) });
  const { mutate } = useMutation(endpointMutation(payments.checkCard, { quiet: true }));
  useEffect(() => {
    if (cardId === undefined) return;
    mutate(
      { params: { cardId }, body: {} },
      {
        onSettled: () => {
          void cache.invalidateQueries({ queryKey: [payments.ownCards.name] });
          // It may have been saved with a payment.
          invalidatePaymentQueries(cache);
          void navigate({ to: "/my-payments", search: {}, replace: true });
        },
      },
    );
  }, [cardId, cache, mutate, navigate]);
  return cardId !== undefined;
}

function OwnCardRow({ own, isSeveral }: { own: OwnCard; isSeveral: boolean }) {
  const t = useTranslation();
  const noteOf = useCardNote();
  const { organization, isOffered, purposes, card } = own;
  return (
    <li className="grid gap-2 px-4 py-3 text-13">
      {isSeveral && <p className="text-ink-3 [overflow-wrap:anywhere]">{organization.name}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
          {card && <CardFace card={card} />}
          <span className="text-ink-2">
            {card ? noteOf(card) : t(purposes.includes("renewals") ? "payments.cardOffer" : "payments.cardOfferFees")}
          </span>
        </span>
        <span className="flex flex-wrap gap-2">
          {isOffered && card?.state !== "active" && <CardPurposesButton own={own} />}
          {card?.state === "active" && listPurposes(own).length > 1 && <CardPurposesButton own={own} />}
          {card && <RemoveOwnCard card={card} />}
        </span>
      </div>
    </li>
  );
}

/** Purposes to choose from: those on offer, and those that were agreed to. */
const listPurposes = ({ purposes, card }: OwnCard): SavedCardPurpose[] =>
  SavedCardPurpose.options.filter((purpose) => purposes.includes(purpose) || card?.purposes.includes(purpose));

/** Saves a card, or changes what one may be used for. */
function CardPurposesButton({ own }: { own: OwnCard }) {
  const t = useTranslation();
  const isSaved = own.card?.state === "active";
  return (
    <DialogButton
      label={t(isSaved ? "payments.cardChange" : "payments.cardSave")}
      // Removing it stands beside.
      size={own.card ? "sm" : "md"}
      icon={isSaved ? null : <CreditCard aria-hidden />}
      title={t(isSaved ? "payments.cardChangeTitle" : "payments.cardSave")}
      description={t(isSaved ? "payments.cardChangeText" : "payments.cardSaveText")}
    >
      {(close) => (
        <Suspense>
          <SaveCardForm
            organization={own.organization}
            purposes={isSaved ? listPurposes(own) : own.purposes}
            card={isSaved ? own.card : null}
            onClose={close}
          />
        </Suspense>
      )}
    </DialogButton>
  );
}

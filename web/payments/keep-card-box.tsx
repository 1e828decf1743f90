/** Keeping the card of a payment, where memberships renew: a box of its own, which is not ticked before. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CardPurpose, SavedCardPurpose, OwnCard } from "#contract/card-shape.ts";
import { type EventPayments, payments } from "#contract/payments.ts";
import type { MessageKey } from "#messages/keys.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { agreesToRest } from "./rest-by-card.tsx";

const keepTexts = {
  renewals: { label: "payments.cardKeep", sentence: "payments.cardForRenewals" },
  fees: { label: "payments.cardKeepForFees", sentence: "payments.cardForFees" },
} as const satisfies Record<SavedCardPurpose, Record<"label" | "sentence", MessageKey>>;

/** Organizations where a card can be kept, and none is yet. */
export function useCardOffers(enabled: boolean): readonly OwnCard[] {
  const own = useQuery({ ...endpointQuery(payments.ownCards, {}, { quiet: true }), staleTime: 0, enabled }).data?.data;
  return (own ?? []).filter(({ isOffered, card }) => isOffered && card?.state !== "active");
}

interface KeepCardBoxesProps {
  offer: OwnCard;
  /** Whether the payments of several organizations are on the page. */
  isNamed?: boolean;
  chosen: readonly SavedCardPurpose[];
  onChoose: (chosen: SavedCardPurpose[]) => void;
}

/** A box for each purpose on offer. */
export function KeepCardBoxes({
  offer: { organization, purposes },
  isNamed = false,
  chosen,
  onChoose,
}: KeepCardBoxesProps) {
  const t = useTranslation();
  return purposes.map((purpose) => {
    const { label, sentence } = keepTexts[purpose];
    return (
      <CheckBox
        key={purpose}
        label={<span className="font-medium">{isNamed ? `${t(label)} · ${organization.name}` : t(label)}</span>}
        note={t(sentence, { organization: organization.name })}
        checked={chosen.includes(purpose)}
        onChange={(isOn) => onChoose(isOn ? [...chosen, purpose] : chosen.filter((one) => one !== purpose))}
      />
    );
  });
}

/** Purposes for which the card of a payment is kept, by the sentence above the button or by the boxes. */
export function useSavedCard(
  organizationId: string,
  found: Pick<EventPayments, "rest" | "providers" | "actions"> | undefined,
): { saveCard: CardPurpose[] | undefined; boxes: KeepCardBoxesProps | undefined } {
  const [chosen, setChosen] = useState<SavedCardPurpose[]>([]);
  const isPaidByCard = found !== undefined && found.actions.includes("pay") && found.providers.includes("stripe");
  const isOfRest = found !== undefined && agreesToRest(found);
  const offers = useCardOffers(isPaidByCard && !isOfRest);
  const offer = isOfRest ? undefined : offers.find(({ organization }) => organization.id === organizationId);
  if (isOfRest) return { saveCard: ["shares"], boxes: undefined };
  if (!isPaidByCard || !offer) return { saveCard: undefined, boxes: undefined };
  return { saveCard: chosen.length > 0 ? chosen : undefined, boxes: { offer, chosen, onChoose: setChosen } };
}

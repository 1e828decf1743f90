/** Keeping the card of a payment, where memberships renew: a box of its own, which is not ticked before. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CardPurpose, KeptPurpose, OwnCard } from "#contract/card-shape.ts";
import { type EventPayments, payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { agreesToRest } from "./rest-by-card.tsx";

const keeping: KeptPurpose[] = ["renewals"];

/** Organizations where a card can be kept, and none is yet. */
export function useCardOffers(enabled: boolean): readonly OwnCard["organization"][] {
  const own = useQuery({ ...endpointQuery(payments.ownCards, {}, { quiet: true }), staleTime: 0, enabled }).data?.data;
  return (own ?? [])
    .filter(({ isOffered, card }) => isOffered && card?.state !== "active")
    .map(({ organization }) => organization);
}

interface KeepCardBoxProps {
  organization: OwnCard["organization"];
  /** Whether the payments of several organizations are on the page. */
  isNamed?: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function KeepCardBox({ organization, isNamed = false, isChosen, onChoose }: KeepCardBoxProps) {
  const t = useTranslation();
  const keep = t("payments.cardKeep");
  return (
    <CheckBox
      label={<span className="font-medium">{isNamed ? `${keep} · ${organization.name}` : keep}</span>}
      note={t("payments.cardForRenewals", { organization: organization.name })}
      checked={isChosen}
      onChange={onChoose}
    />
  );
}

/** Purposes for which the card of a payment is kept, by the sentence above the button or by the box. */
export function useSavedCard(
  organizationId: string,
  found: Pick<EventPayments, "rest" | "providers" | "actions"> | undefined,
): { saveCard: CardPurpose[] | undefined; box: KeepCardBoxProps | undefined } {
  const [isChosen, setChosen] = useState(false);
  const isPaidByCard = found !== undefined && found.actions.includes("pay") && found.providers.includes("stripe");
  const isOfRest = found !== undefined && agreesToRest(found);
  const offers = useCardOffers(isPaidByCard && !isOfRest);
  const organization = isOfRest ? undefined : offers.find(({ id }) => id === organizationId);
  if (isOfRest) return { saveCard: ["shares"], box: undefined };
  if (!isPaidByCard || !organization) return { saveCard: undefined, box: undefined };
  return { saveCard: isChosen ? keeping : undefined, box: { organization, isChosen, onChoose: setChosen } };
}

export const savedWith = (isChosen: boolean): KeptPurpose[] | undefined => (isChosen ? keeping : undefined);

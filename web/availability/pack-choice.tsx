/** Offers a pack for a booking that is about to be made: what it takes of it, or why it does not pay. */
import { useQuery } from "@tanstack/react-query";
import { type PackOffer, packs } from "#contract/packs.ts";
import type { QueryDraft } from "#contract/kit.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { usePackText } from "./pack-text.ts";

type Place = QueryDraft<typeof packs.offers>;

/** @param place undefined while nothing is to be paid, or nobody knows for whom it is */
export function usePackOffers(place: Place | undefined): { offers: readonly PackOffer[]; isLoading: boolean } {
  const { organizationId } = useScope();
  const { data, isLoading } = useQuery({
    ...endpointQuery(packs.offers, { params: { organizationId }, query: place ?? {} }, { quiet: true }),
    enabled: place !== undefined,
    // Units are used by others of the team, and on other devices.
    staleTime: 0,
  });
  return { offers: place === undefined ? [] : (data?.data ?? []), isLoading };
}

/** The one that expires first. */
export const findUsable = (offers: readonly PackOffer[]): PackOffer | undefined =>
  offers.find(({ refusal }) => refusal === null);

interface PackChoiceProps {
  offers: readonly PackOffer[];
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function PackChoice({ offers, isChosen, onChoose }: PackChoiceProps) {
  const { offerText, nameText } = usePackText();
  const offer = findUsable(offers);
  if (offer)
    return (
      <div className="rounded-lg border border-line px-3 py-1.5 has-checked:border-accent">
        <CheckBox
          label={<span className="font-medium tnum">{offerText(offer)}</span>}
          note={nameText(offer)}
          checked={isChosen}
          onChange={onChoose}
        />
      </div>
    );
  return <RefusedPack offers={offers} />;
}

/** Says why the first of them does not pay. */
export function RefusedPack({ offers: [refused] }: { offers: readonly PackOffer[] }) {
  const t = useTranslation();
  if (!refused) return null;
  return (
    <p className="w-full text-13 text-ink-3">
      {t("packs.notUsable", { name: refused.pack.name, reason: refused.refusal ?? "" })}
    </p>
  );
}

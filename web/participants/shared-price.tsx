/** The price of a booking, as its players share it or could: what is missing, until when, and sharing it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { HandCoins, Split } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type BookingPlayers, participants } from "#contract/participants.ts";
import { payments } from "#contract/payments.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { useCardName } from "#web/payments/card-face.tsx";
import { isPayerToChoose } from "./pay-for-others-rules.ts";

const PayForOthers = lazy(async () => ({ default: (await import("./pay-for-others.tsx")).PayForOthers }));

interface ShareBadgeProps {
  amount: number;
  due: number;
  currency: string;
  /** Somebody else who pays it. */
  payer?: { name: string; isPaid: boolean } | null;
}

export function ShareBadge({ amount, due, currency, payer = null }: ShareBadgeProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  if (payer && due === 0)
    return (
      <Badge tone={payer.isPaid ? "lime" : "gray"} dot>
        {t(payer.isPaid ? "participants.sharePaidByPayer" : "participants.shareOfPayer", { name: payer.name })}
      </Badge>
    );
  return due > 0 ? (
    <Badge tone="amber" dot>
      {t("participants.shareDue", { amount: money(due, currency) })}
    </Badge>
  ) : (
    <Badge tone="lime" dot>
      {t("participants.sharePaid", { amount: money(amount, currency) })}
    </Badge>
  );
}

interface SharedPriceProps {
  organizationId: string;
  eventId: string;
  players: BookingPlayers;
}

export function SharedPrice({ organizationId, eventId, players }: SharedPriceProps) {
  const { split, offer, timezone } = players;
  const [isChoosing, setChoosing] = useState(false);
  const t = useTranslation();
  const scope = useScope();
  const cache = useQueryClient();
  const money = useAmountFormat();
  const nameOfCard = useCardName();
  const { weekdayDateTime } = useDateFormats(timezone);
  const onSettled = () => invalidateEventQueries(cache);
  const share = useMutation({ ...endpointMutation(participants.split), onSettled });
  const end = useMutation({ ...endpointMutation(participants.endSplit), onSettled });
  const params = { organizationId, eventId };
  const isTeam = isTeamMember(scope);
  const rest = useQuery({
    ...endpointQuery(payments.ofEvent, { params }, { quiet: true }),
    enabled: split !== null && !isTeam,
  }).data?.data.rest;
  const card = rest?.card?.state === "active" ? rest.card : undefined;
  const shown = split ?? offer;
  if (!shown) return null;
  const { own, each, currency, settlesAt, payment } = shown;
  const when = weekdayDateTime(settlesAt);
  const choose = t(isTeam ? "participants.oneForSeveral" : "participants.payForOthers");
  const texts = {
    offer: t(payment === "on_site" ? "participants.splitOfferAtClub" : "participants.splitOffer", {
      own: money(own, currency),
      each: money(each, currency),
    }),
    until: card
      ? t("participants.splitUntilCard", { when, card: nameOfCard(card) })
      : t(isTeam ? "participants.splitUntilTeam" : "participants.splitUntil", { when }),
    settled: t(isTeam ? "participants.splitSettledTeam" : "participants.splitSettled"),
  };
  return (
    <section
      aria-label={t("participants.splitTitle")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-t border-line px-4 py-3 text-13"
    >
      <div className="min-w-48 flex-1 text-ink-2">
        {split === null ? (
          <p>
            {texts.offer} {texts.until}
          </p>
        ) : (
          <>
            <p className="font-medium text-ink tnum">
              {split.missing > 0
                ? t("participants.missing", { amount: money(split.missing, currency) })
                : split.isSettled
                  ? texts.settled
                  : t("participants.allPaid")}
            </p>
            {split.missing > 0 && !split.isSettled && <p>{texts.until}</p>}
          </>
        )}
      </div>
      {offer && (
        <Button pending={share.isPending} onClick={() => share.mutate({ params, body: {} })}>
          <Split aria-hidden />
          {t("participants.splitButton")}
        </Button>
      )}
      {isPayerToChoose(players) && (
        <Button aria-haspopup="dialog" onPointerEnter={preloadDialog} onClick={() => setChoosing(true)}>
          <HandCoins aria-hidden />
          {choose}
        </Button>
      )}
      <Dialog open={isChoosing} onOpenChange={setChoosing} title={choose}>
        <Suspense>
          <PayForOthers {...{ organizationId, eventId, players, isTeam }} onClose={() => setChoosing(false)} />
        </Suspense>
      </Dialog>
      {split?.canEnd && (
        <Button variant="ghost" pending={end.isPending} onClick={() => end.mutate({ params })}>
          {t("participants.splitBack")}
        </Button>
      )}
    </section>
  );
}

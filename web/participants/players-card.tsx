/** Players of a booking: who plays, who has not answered, and inviting more; for who booked, and for the team. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { activity } from "#contract/activity.ts";
import { type BookingPlayers, participants, type Player } from "#contract/participants.ts";
import { payments } from "#contract/payments.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { isTeamMember, type Scope, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { TakePaymentButton } from "#web/payments/take-payment-dialog.tsx";
import { stateLabels, stateTones } from "./labels.ts";
import { PersonRow } from "./person-row.tsx";
import { RemovePlayer } from "./remove-player.tsx";
import { ShareBadge, SharedPrice } from "./shared-price.tsx";
import { type ShareMethod, ShareMethodChoice, TickShare } from "./tick-share.tsx";

const InvitePlayers = lazy(async () => ({ default: (await import("./invite-players.tsx")).InvitePlayers }));

interface PlayersCardProps {
  organizationId: string;
  eventId: string;
}

/** Nothing where nobody is invited and nobody can be. */
export function PlayersCard(booking: PlayersCardProps) {
  const t = useTranslation();
  const scope = useScope();
  const { organizationId: current } = scope;
  const [method, setMethod] = useState<ShareMethod>("cash");
  const [isInviting, setInviting] = useState(false);
  const { organizationId, eventId } = booking;
  const params = { organizationId, eventId };
  const { data } = useQuery({
    ...endpointQuery(participants.ofBooking, { params }, { quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  useLiveRefresh(activity.live, current, ["participants"]);
  const found = data?.data;
  if (!found || (found.players.length === 0 && !found.canInvite && !found.split && !found.offer)) return null;
  const { organizer, players, taken, places, canInvite, canRemove, split, offer } = found;
  const tickBy = isTickedOff(scope, found) ? method : undefined;
  const nameOf = (payerId: string | null) =>
    payerId === null ? organizer : players.find(({ id }) => id === payerId)?.name || t("participants.player");
  return (
    <Card
      title={t("participants.title")}
      action={<span className="text-13 text-ink-2 tnum">{t("participants.places", { count: taken, places })}</span>}
    >
      <ul aria-label={t("participants.title")} className="divide-y divide-line">
        <PersonRow name={organizer} detail={t("participants.organizes")}>
          {split && (
            <>
              <ShareBadge amount={split.own} due={split.ownDue} currency={split.currency} />
              {split.ownUnits > 1 && <ForPlayers count={split.ownUnits} />}
              {tickBy && split.ownDue > 0 && (
                <TickShare
                  name={organizer}
                  debt={{ eventId, amount: split.ownDue }}
                  currency={split.currency}
                  method={tickBy}
                />
              )}
            </>
          )}
        </PersonRow>
        {players.map((player) => (
          <PlayerRow key={player.id} {...{ player, canRemove, tickBy, nameOf }} {...booking} />
        ))}
        {canInvite && (
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
              onClick={() => setInviting(true)}
              className="flex min-h-11 w-full items-center gap-3 px-4 py-2.5 text-left text-13 font-medium text-accent-ink hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring"
            >
              <span
                aria-hidden
                className="grid size-9 shrink-0 place-items-center rounded-full border border-dashed border-line-strong text-ink-3"
              >
                <UserPlus className="size-4" />
              </span>
              {t("participants.inviteTitle")}
            </button>
          </li>
        )}
      </ul>
      {tickBy && <ShareMethodChoice method={method} onChoose={setMethod} />}
      {(split ?? offer) && <SharedPrice {...booking} players={found} />}
      <Dialog open={isInviting} onOpenChange={setInviting} title={t("participants.inviteTitle")}>
        <Suspense>
          <InvitePlayers {...booking} players={found} onClose={() => setInviting(false)} />
        </Suspense>
      </Dialog>
    </Card>
  );
}

/** The desk takes shares that are paid at the club, as long as one is unpaid. */
const isTickedOff = (scope: Scope, { split, players }: BookingPlayers): boolean =>
  split?.payment === "on_site" &&
  (split.ownDue > 0 || players.some(({ share }) => share !== null && share.due > 0)) &&
  isTeamMember(scope) &&
  !scope.isPlatform &&
  scope.can(payments.recordSeveral);

interface PlayerRowProps extends PlayersCardProps {
  player: Player;
  canRemove: boolean;
  /** Undefined where shares are not ticked off. */
  tickBy: ShareMethod | undefined;
  /** Names the payer of a share: a player, or the organizer. */
  nameOf: (payerId: string | null) => string;
}

function PlayerRow({ player, canRemove, tickBy, nameOf, organizationId, eventId }: PlayerRowProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const remove = useMutation({
    ...endpointMutation(participants.remove),
    onSettled: () => cache.invalidateQueries({ queryKey: [participants.ofBooking.name] }),
  });
  const { id: participantId, email, state, share } = player;
  const name = player.name || t("participants.player");
  return (
    <PersonRow name={name} detail={email}>
      {share && (
        <ShareBadge
          {...share}
          payer={share.payer && { name: nameOf(share.payer.participantId), isPaid: share.payer.isPaid }}
        />
      )}
      {share && share.units > 1 && <ForPlayers count={share.units} />}
      {(share === null || state !== "accepted") && (
        <Badge tone={stateTones[state]} dot>
          {t(stateLabels[state])}
        </Badge>
      )}
      {share?.chargeId && share.customerId && share.due > 0 && (
        <TakeShare {...{ name, tickBy }} share={{ ...share, chargeId: share.chargeId }} />
      )}
      {canRemove && (
        <RemovePlayer
          {...{ name, state }}
          onConfirm={() => remove.mutateAsync({ params: { organizationId, eventId, participantId } })}
        />
      )}
    </PersonRow>
  );
}

function ForPlayers({ count }: { count: number }) {
  const t = useTranslation();
  return <span className="text-13 text-ink-2">{t("participants.forPlayers", { count })}</span>;
}

interface TakeShareProps {
  name: string;
  share: NonNullable<Player["share"]> & { chargeId: string };
  tickBy: ShareMethod | undefined;
}

const TakeShare = ({ name, share: { chargeId, customerId, due, currency }, tickBy }: TakeShareProps) =>
  tickBy ? (
    <TickShare name={name} debt={{ chargeId, amount: due }} currency={currency} method={tickBy} />
  ) : (
    <TakePaymentButton customerId={customerId ?? undefined} size="sm" />
  );

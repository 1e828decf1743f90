/** Bookings of others: invitations to answer, and those in which one plays; on the page of one's bookings. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { useState } from "react";
import { participants, type PlayerAnswer, type PlayerInvitation } from "#contract/participants.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { LeavingButton } from "#web/payments/pay-button.tsx";
import { answerLabels } from "./labels.ts";
import { hasOthersToPay, PayShare } from "./pay-share.tsx";
import { ShareBadge } from "./shared-price.tsx";

export function OwnInvitations() {
  const t = useTranslation();
  const { data } = useQuery({
    ...endpointQuery(participants.own, undefined, { quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const all = data?.data ?? [];
  const parts = [
    [t("participants.youAreInvited"), all.filter(({ state }) => state === "invited")],
    [t("participants.youPlay"), all.filter(({ state }) => state === "accepted")],
  ] as const;
  return parts.map(
    ([title, shown]) =>
      shown.length > 0 && (
        <Card key={title} title={title}>
          <ul className="divide-y divide-line" aria-label={title}>
            {shown.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </Card>
      ),
  );
}

function InvitationRow({ invitation }: { invitation: PlayerInvitation }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const money = useAmountFormat();
  const { dateTimeRange, withOtherZoneName } = useDateFormats(invitation.timezone);
  const answer = useMutation({
    ...endpointMutation(participants.answer),
    onSettled: () => cache.invalidateQueries({ queryKey: [participants.own.name] }),
  });
  const { id, share, sport, field, facility, organizer, organization, startTime, endTime, players, answers, state } =
    invitation;
  const press = (given: PlayerAnswer) =>
    id !== null && answer.mutate({ params: { participantId: id }, body: { answer: given } });
  return (
    <li className="relative flex flex-wrap items-center gap-x-3.5 gap-y-2.5 px-4 py-3 has-[a:hover]:bg-hover">
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <Users className="size-4" />
      </span>
      <span className="min-w-48 flex-1 [overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <Link
            to={`/my-bookings/${id}`}
            className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {sport?.name ?? field}
          </Link>
          {invitation.booking === "canceled" && <Badge tone="rose">{t("participants.canceledTitle")}</Badge>}
        </span>
        <span className="block text-13 text-ink-2 tnum">
          {withOtherZoneName(dateTimeRange(startTime, endTime), startTime)}
        </span>
        <span className="block text-13 text-ink-3">
          {field} · {facility.name} · {organization.name}
        </span>
        <span className="block text-13 text-ink-3">
          {share && share.due === 0 && state === "accepted" && <ShareBadge {...share} />}
          {share &&
            state === "invited" &&
            t("participants.shareLater", { amount: money(share.amount, share.currency) })}
        </span>
        <span className="block text-13 text-ink-3">
          {t("participants.with", {
            names: [organizer, ...(players ?? []).map((name) => name || t("participants.player"))].join(", "),
          })}
        </span>
      </span>
      <span className="relative flex flex-wrap gap-1.5 max-sm:w-full max-sm:*:grow">
        {share && id !== null && state === "accepted" && <PayOwnShare share={share} participantId={id} />}
        {answers.map((given) => (
          <Button
            key={given}
            variant={given === "accepted" ? "primary" : "secondary"}
            className="pointer-coarse:min-h-11"
            disabled={answer.isPending}
            pending={answer.isPending && answer.variables.body.answer === given}
            onClick={() => press(given)}
          >
            {t(answerLabels[given])}
          </Button>
        ))}
      </span>
    </li>
  );
}

interface PayOwnShareProps {
  share: NonNullable<PlayerInvitation["share"]>;
  participantId: string;
}

/** Pays one's share, and those of others with it. */
function PayOwnShare({ share, participantId }: PayOwnShareProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const money = useAmountFormat();
  const [isOpen, setOpen] = useState(false);
  const params = { participantId };
  const refresh = () => void cache.invalidateQueries({ queryKey: [participants.own.name] });
  const pay = useMutation(endpointMutation(participants.checkout));
  const save = useMutation(endpointMutation(participants.payForOthersOwn));
  const checkout = () => pay.mutateAsync({ params, body: {} });
  const choose = (participantIds: string[]) => save.mutateAsync({ params, body: { participantIds } });
  return (
    <>
      {share.canPay && (
        <LeavingButton open={checkout}>
          {t("participants.payShare", { amount: money(share.due, share.currency) })}
        </LeavingButton>
      )}
      {share.payer?.isPaid === false && (
        <Button
          className="pointer-coarse:min-h-11"
          pending={save.isPending}
          onClick={() => void choose([]).then(refresh, refresh)}
        >
          {t("participants.payMyself")}
        </Button>
      )}
      {hasOthersToPay(share) && (
        <Button
          className="pointer-coarse:min-h-11"
          aria-haspopup="dialog"
          onPointerEnter={preloadDialog}
          onClick={() => setOpen(true)}
        >
          {t("participants.payForOthers")}
        </Button>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} title={t("participants.payForOthers")}>
        <div className="grid gap-3 text-13">
          <PayShare share={share} save={choose} checkout={checkout} onFailure={refresh} />
        </div>
      </Dialog>
    </>
  );
}

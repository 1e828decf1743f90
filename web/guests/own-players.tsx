/** Players of a guest's booking: who comes, who has not answered, inviting by email or by a link, and removing. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { guests } from "#contract/guests.ts";
import type { BookingPlayers, Player } from "#contract/participants.ts";
import { ApiError, call, endpointQuery, firstErrorMessage } from "#web/kit/data/api.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { blankInvitation, InvitationForm } from "#web/participants/invitation-form.ts";
import { stateLabels, stateTones } from "#web/participants/labels.ts";
import { OpenLink } from "#web/participants/open-link.tsx";
import { PersonRow } from "#web/participants/person-row.tsx";
import { RemovePlayer } from "#web/participants/remove-player.tsx";

const queryOf = (secret: string) => endpointQuery(guests.players, { params: { secret } }, { quiet: true });

/** Nothing where nobody is invited and nobody can be. */
export function OwnPlayers({ secret }: { secret: string }) {
  const t = useTranslation();
  const [isInviting, setInviting] = useState(false);
  const found = useQuery({ ...queryOf(secret), staleTime: 0, refetchOnWindowFocus: true }).data?.data;
  if (!found || (found.players.length === 0 && !found.canInvite)) return null;
  const { organizer, players, taken, places, canInvite, canRemove } = found;
  return (
    <Card
      title={t("participants.title")}
      action={<span className="text-13 text-ink-2 tnum">{t("participants.places", { count: taken, places })}</span>}
    >
      <ul aria-label={t("participants.title")} className="divide-y divide-line">
        <PersonRow name={organizer} detail={t("participants.organizes")} />
        {players.map((player) => (
          <PlayerRow key={player.id} secret={secret} player={player} canRemove={canRemove} />
        ))}
      </ul>
      {canInvite && (
        <div className="border-t border-line p-4">
          <Button size="lg" className="w-full" aria-haspopup="dialog" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden />
            {t("participants.inviteTitle")}
          </Button>
        </div>
      )}
      <Dialog open={isInviting} onOpenChange={setInviting} title={t("participants.inviteTitle")}>
        <InviteByGuest secret={secret} players={found} onClose={() => setInviting(false)} />
      </Dialog>
    </Card>
  );
}

interface PlayerRowProps {
  secret: string;
  player: Player;
  canRemove: boolean;
}

function PlayerRow({ secret, player, canRemove }: PlayerRowProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { id: participantId, email: address, state } = player;
  const name = player.name || t("participants.player");
  const remove = async () => {
    const answer = await call(guests.removePlayer, { params: { secret, participantId } }, { quiet: true });
    cache.setQueryData(queryOf(secret).queryKey, answer);
  };
  return (
    <PersonRow name={name} detail={address}>
      <Badge tone={stateTones[state]} dot>
        {t(stateLabels[state])}
      </Badge>
      {canRemove && <RemovePlayer {...{ name, state }} onConfirm={remove} />}
    </PersonRow>
  );
}

interface InviteByGuestProps {
  secret: string;
  players: BookingPlayers;
  onClose: () => void;
}

function InviteByGuest({ secret, players, onClose }: InviteByGuestProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const open = Math.max(0, players.places - players.taken);
  const params = { secret };
  return (
    <div className="grid gap-5">
      <p role="status" className="text-13 text-ink-2">
        {open > 0
          ? t("participants.openPlaces", { count: open })
          : t(players.places === 1 ? "participants.onePlaceOfGuest" : "participants.allTaken")}
      </p>
      {open > 0 && (
        <Form
          schema={InvitationForm}
          defaultValues={blankInvitation}
          afterSubmit="clear"
          guard={false}
          label={t("participants.inviteTitle")}
          onSubmit={async (body) => {
            const answer = await call(guests.invite, { params, body }, { quiet: true });
            cache.setQueryData(queryOf(secret).queryKey, answer);
          }}
        >
          <TextField name="people.0.name" label={t("participants.name")} autoComplete="off" />
          <TextField
            name="people.0.email"
            label={t("participants.email")}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
          <SubmitButton size="lg" className="w-full">
            {t("participants.invite")}
          </SubmitButton>
        </Form>
      )}
      {(open > 0 || players.hasLink) && <GuestLink secret={secret} hasLink={players.hasLink} canMake={open > 0} />}
      <Button size="lg" onClick={onClose}>
        {t("kit.done")}
      </Button>
    </div>
  );
}

interface GuestLinkProps {
  secret: string;
  hasLink: boolean;
  canMake: boolean;
}

function GuestLink({ secret, hasLink, canMake }: GuestLinkProps) {
  const cache = useQueryClient();
  const [url, setUrl] = useState<string>();
  const params = { secret };
  const make = useMutation({
    mutationFn: () => call(guests.createLink, { params, body: {} }, { quiet: true }),
    onSuccess: ({ data }) => setUrl(data.url),
    onSettled: () => cache.invalidateQueries({ queryKey: queryOf(secret).queryKey }),
  });
  const end = useMutation({
    mutationFn: () => call(guests.endLink, { params }, { quiet: true }),
    onSuccess: (answer) => {
      setUrl(undefined);
      cache.setQueryData(queryOf(secret).queryKey, answer);
    },
  });
  const failure = make.error ?? end.error;
  return (
    <OpenLink
      {...{ hasLink, canMake, url }}
      make={{ isPending: make.isPending, mutate: () => make.mutate() }}
      end={{ isPending: end.isPending, mutate: () => end.mutate() }}
    >
      {failure && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {failure instanceof ApiError ? firstErrorMessage(failure) : failure.message}
        </p>
      )}
    </OpenLink>
  );
}

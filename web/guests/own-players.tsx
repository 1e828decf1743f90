/** Players of a guest's booking: who comes, who has not answered, inviting by email or by a link, and removing. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { guests } from "#contract/guests.ts";
import { email, personName } from "#contract/kit.ts";
import type { BookingPlayers, Player } from "#contract/participants.ts";
import { ApiError, call, endpointQuery, firstErrorMessage } from "#web/kit/data/api.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { CopyField } from "#web/kit/ui/copy-field.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { stateLabels, stateTones } from "#web/participants/labels.ts";

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
        <li className="flex items-center gap-3 px-4 py-2.5 text-13">
          <Avatar name={organizer} size="md" />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="block font-medium">{organizer}</span>
            <span className="block text-xs text-ink-3">{t("participants.organizes")}</span>
          </span>
        </li>
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
    <li className="flex items-center gap-3 px-4 py-2.5 text-13">
      <Avatar name={name} size="md" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="block font-medium">{name}</span>
        {address && <span className="block text-xs text-ink-3">{address}</span>}
      </span>
      <span className="flex shrink-0 items-center gap-1.5 max-sm:flex-col max-sm:items-end">
        <Badge tone={stateTones[state]} dot>
          {t(stateLabels[state])}
        </Badge>
        {canRemove && (state === "invited" || state === "accepted") && (
          <ConfirmButton
            size="sm"
            label={t("participants.remove")}
            aria-label={t("participants.removeNamed", { name })}
            title={t("participants.removeTitle", { name })}
            confirm={t("participants.remove")}
            onConfirm={remove}
          >
            {t("participants.removeText")}
          </ConfirmButton>
        )}
      </span>
    </li>
  );
}

/** As the call has it, so that what it refuses stands beside its field. */
const InvitationForm = z.strictObject({ people: z.array(z.strictObject({ name: personName(120), email })) });

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
          defaultValues={{ people: [{ name: "", email: "" }] }}
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
      {(open > 0 || players.hasLink) && <OpenLink secret={secret} hasLink={players.hasLink} canMake={open > 0} />}
      <Button size="lg" onClick={onClose}>
        {t("kit.done")}
      </Button>
    </div>
  );
}

interface OpenLinkProps {
  secret: string;
  hasLink: boolean;
  canMake: boolean;
}

function OpenLink({ secret, hasLink, canMake }: OpenLinkProps) {
  const t = useTranslation();
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
  const endButton = hasLink && (
    <Button pending={end.isPending} onClick={() => end.mutate()}>
      {t("participants.endLink")}
    </Button>
  );
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      {url === undefined ? (
        <>
          <p className="text-13 text-ink-2">{t(hasLink ? "participants.linkLost" : "participants.linkHint")}</p>
          <div className="flex flex-wrap gap-2">
            {canMake && (
              <Button pending={make.isPending} onClick={() => make.mutate()}>
                {t(hasLink ? "participants.makeNewLink" : "participants.makeLink")}
              </Button>
            )}
            {endButton}
          </div>
        </>
      ) : (
        <CopyField
          label={t("participants.linkMade")}
          value={url}
          hint={t("participants.linkHint")}
          copy={t("participants.copyLink")}
          copied={t("participants.copied")}
        >
          {endButton}
        </CopyField>
      )}
      {failure && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {failure instanceof ApiError ? firstErrorMessage(failure) : failure.message}
        </p>
      )}
    </section>
  );
}

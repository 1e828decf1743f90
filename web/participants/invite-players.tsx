/** Inviting players: somebody one has played with, an address, or a link to the open places. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { type BookingPlayers, participants } from "#contract/participants.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { Form, FormActions, SubmitButton, useFocusField, useFormProgress } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { MemberSearch } from "./member-search.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { blankInvitation, InvitationForm } from "./invitation-form.ts";
import { OpenLink } from "./open-link.tsx";

interface InvitePlayersProps {
  organizationId: string;
  eventId: string;
  players: BookingPlayers;
  onClose: () => void;
}

export function InvitePlayers({ organizationId, eventId, players, onClose }: InvitePlayersProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const params = { organizationId, eventId };
  const refresh = () => cache.invalidateQueries({ queryKey: [participants.ofBooking.name] });
  const invite = useMutation({ ...endpointMutation(participants.invite), onSettled: refresh });
  const open = Math.max(0, players.places - players.taken);
  if (open === 0)
    return (
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">
          {t(players.places === 1 ? "participants.onePlace" : "participants.allTaken")}
        </p>
        {players.hasLink && <BookingLink {...params} hasLink />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t("kit.close")}</Button>
          <Link to={scopePath(organizationId, `/events/${eventId}/edit`)} className={buttonClass("primary")}>
            {t("participants.changePeople")}
          </Link>
        </div>
      </div>
    );
  return (
    <div className="grid gap-5">
      <p className="text-13 text-ink-2">{t("participants.openPlaces", { count: open })}</p>
      {players.known.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-13 font-medium">{t("participants.known")}</h3>
          <ul className="flex flex-wrap gap-1.5">
            {players.known.map(({ userId, name }) => (
              <li key={userId}>
                <Button
                  size="sm"
                  className="pointer-coarse:min-h-11"
                  disabled={invite.isPending}
                  pending={invite.isPending && invite.variables.body.people[0]?.userId === userId}
                  onClick={() => invite.mutate({ params, body: { people: [{ userId }] } })}
                >
                  <UserPlus aria-hidden />
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <MemberSearch
        organizationId={organizationId}
        invitedIds={players.players.flatMap(({ userId, state }) =>
          userId !== null && (state === "invited" || state === "accepted") ? [userId] : [],
        )}
        isBusy={invite.isPending}
        pendingId={invite.isPending ? (invite.variables.body.people[0]?.userId ?? undefined) : undefined}
        onInvite={(userId) => invite.mutate({ params, body: { people: [{ userId }] } })}
      />
      <Form
        schema={InvitationForm}
        defaultValues={blankInvitation}
        afterSubmit="clear"
        guard={false}
        label={t("participants.inviteTitle")}
        onSubmit={(body) => invite.mutateAsync({ params, body })}
      >
        <NextPerson />
        <TextField name="people.0.name" label={t("participants.name")} autoComplete="off" />
        <TextField name="people.0.email" label={t("participants.email")} type="email" autoComplete="off" />
        <FormActions>
          <Button onClick={onClose}>{t("kit.done")}</Button>
          <SubmitButton>{t("participants.invite")}</SubmitButton>
        </FormActions>
      </Form>
      <BookingLink {...params} hasLink={players.hasLink} />
    </div>
  );
}

/** Goes back to the first field, as several are invited one after the other. */
function NextPerson() {
  const { successful } = useFormProgress();
  const focus = useFocusField();
  const begin = useEffectEvent(() => focus("people.0.name"));
  useEffect(() => {
    if (successful) begin();
  }, [successful]);
  return null;
}

function BookingLink({ hasLink, ...params }: { organizationId: string; eventId: string; hasLink: boolean }) {
  const cache = useQueryClient();
  const [url, setUrl] = useState<string>();
  const refresh = () => cache.invalidateQueries({ queryKey: [participants.ofBooking.name] });
  const make = useMutation({
    ...endpointMutation(participants.createLink, { quiet: "outcome" }),
    onSuccess: ({ data }) => setUrl(data.url),
    onSettled: refresh,
  });
  const end = useMutation({
    ...endpointMutation(participants.endLink),
    onSuccess: () => setUrl(undefined),
    onSettled: refresh,
  });
  return (
    <OpenLink
      {...{ hasLink, url }}
      make={{ isPending: make.isPending, mutate: () => make.mutate({ params, body: {} }) }}
      end={{ isPending: end.isPending, mutate: () => end.mutate({ params }) }}
    />
  );
}

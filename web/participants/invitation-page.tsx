/** An invitation to play by the secret of its address: read without a session, and answered by a press. */
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import * as z from "zod/mini";
import { email, personName } from "#contract/kit.ts";
import { participants, type PlayerInvitation } from "#contract/participants.ts";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { LinkRefused } from "#web/accounts/link-refused.tsx";
import { call } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { token } from "#web/kit/data/session.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { Failure } from "#web/kit/ui/failure.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { OwnAnswers, OwnShare, type PlaceAccess } from "./own-place.tsx";

export const InvitationPage = () => (
  <QueryClientProvider client={queryClient}>
    <Entry />
  </QueryClientProvider>
);

const keyOf = (secret: string) => [participants.look.name, secret] as const;

function Entry() {
  const t = useTranslation();
  const { secret = "" } = useParams({ strict: false });
  const { data, error } = useQuery({
    queryKey: keyOf(secret),
    queryFn: () => call(participants.look, { params: { secret } }, { quiet: true }),
    retry: false,
    staleTime: 0,
  });
  if (error)
    return <LinkRefused title={t("participants.linkTitle")} wrong={t("participants.linkWrong")} error={error} />;
  if (!data)
    return (
      <div className="grid gap-4" aria-busy>
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    );
  return <Invitation key={secret} secret={secret} invitation={data.data} />;
}

interface InvitationProps {
  secret: string;
  invitation: PlayerInvitation;
}

const titleKeys = {
  invited: "participants.invitesYou",
  declined: "participants.invitesYou",
  left: "participants.invitesYou",
  accepted: "participants.youPlayWith",
  removed: "participants.invitesYou",
} as const;

function Invitation({ secret, invitation }: InvitationProps) {
  const t = useTranslation();
  const access = useLinkAccess(secret);
  const { weekdayDate, timeRange, withOtherZoneName } = useDateFormats(invitation.timezone);
  const { organizer, organization, sport, field, facility, startTime, endTime, state, players } = invitation;
  return (
    <div className="grid gap-5">
      <style>{invitation.accentStyle}</style>
      <PublicPageHeading title={t(state === null ? "participants.openTitle" : titleKeys[state], { organizer })}>
        {organization.name}
      </PublicPageHeading>
      <Card>
        <DescriptionList>
          <DescriptionItem name={t("events.mailWhen")}>
            <span className="block first-letter:uppercase">{weekdayDate(startTime)}</span>
            <span className="tnum">{withOtherZoneName(timeRange(startTime, endTime), startTime)}</span>
          </DescriptionItem>
          {sport && <DescriptionItem name={t("events.sport")}>{sport.name}</DescriptionItem>}
          <DescriptionItem name={t("events.field")}>
            {field} · {facility.name}
          </DescriptionItem>
          {facility.address && <DescriptionItem name={t("participants.place")}>{facility.address}</DescriptionItem>}
          {players && (
            <DescriptionItem name={t("participants.playersWith")}>
              {[organizer, ...players.map((name) => name || t("participants.player"))].join(", ")}
            </DescriptionItem>
          )}
        </DescriptionList>
      </Card>
      <OwnShare invitation={invitation} access={access} />
      <Outcome secret={secret} invitation={invitation} access={access} />
    </div>
  );
}

/** By the secret of the address. */
function useLinkAccess(secret: string): PlaceAccess {
  const cache = useQueryClient();
  const params = { secret };
  const quiet = { quiet: true } as const;
  return {
    answer: (given) => call(participants.answerByLink, { params, body: { answer: given } }, quiet),
    payForOthers: (participantIds) =>
      call(participants.payForOthersByLink, { params, body: { participantIds } }, quiet),
    checkout: () => call(participants.checkoutByLink, { params, body: {} }),
    refresh: () => cache.invalidateQueries({ queryKey: keyOf(secret) }),
  };
}

function Outcome({ secret, invitation, access }: InvitationProps & { access: PlaceAccess }) {
  const { state, booking, openPlaces, answers } = invitation;
  return state === null && booking === "takes_place" && answers.length > 0 ? (
    <TakePlace secret={secret} openPlaces={openPlaces} />
  ) : (
    <OwnAnswers invitation={invitation} access={access} />
  );
}

const PlaceForm = z.strictObject({ name: personName(120), email: z.union([z.literal(""), email]) });

function TakePlace({ secret, openPlaces }: { secret: string; openPlaces: number }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const isSignedIn = token.get() !== null;
  const join = useMutation({
    mutationFn: () => call(participants.join, { body: { secret } }, { quiet: true }),
    onSuccess: () => navigate({ to: "/my-bookings" }),
  });
  return (
    <div className="grid gap-5">
      <p className="text-13 text-ink-2">{t("participants.openPlaces", { count: openPlaces })}</p>
      {isSignedIn && (
        <div className="grid gap-2">
          <Button variant="primary" size="lg" pending={join.isPending} onClick={() => join.mutate()}>
            {t("participants.joinAsAccount")}
          </Button>
          <p className="text-13 text-ink-3">{t("participants.joinAsAccountText")}</p>
          <Failure error={join.error} />
        </div>
      )}
      {!isSignedIn && (
        <Form
          schema={PlaceForm}
          defaultValues={{ name: "", email: "" }}
          guard={false}
          label={t("participants.takePlace")}
          onSubmit={async ({ name, email: address }) => {
            const body = { answer: "accepted", name, ...(address !== "" && { email: address }) } as const;
            const { data } = await call(participants.answerByLink, { params: { secret }, body }, { quiet: true });
            if (data.secret !== null) await navigate({ to: `/p/${data.secret}`, replace: true });
          }}
        >
          <TextField name="name" label={t("participants.someName")} autoComplete="name" />
          <TextField
            name="email"
            label={t("participants.email")}
            hint={t("participants.emailHint")}
            type="email"
            inputMode="email"
            autoComplete="email"
            optional
          />
          <SubmitButton size="lg" className="w-full">
            {t("participants.takePlace")}
          </SubmitButton>
        </Form>
      )}
      {!isSignedIn && (
        <Link
          to="/auth/login"
          search={{ redirect: `/p/${secret}` } as never}
          className={buttonClass("ghost", "lg", "w-full")}
        >
          {t("participants.joinAsAccount")}
        </Link>
      )}
    </div>
  );
}

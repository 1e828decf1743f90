/** An invitation to play by the secret of its address: read without a session, and answered by a press. */
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import * as z from "zod/mini";
import { email, personName } from "#contract/kit.ts";
import { participants, type PlayerAnswer, type PlayerInvitation } from "#contract/participants.ts";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { BackToApp } from "#web/accounts/back-to-app.tsx";
import { ApiError, call, firstErrorMessage } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { token } from "#web/kit/data/session.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { answerLabels } from "./labels.ts";
import { PayShare } from "./pay-share.tsx";
import { ShareBadge } from "./shared-price.tsx";

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
    return (
      <div className="grid gap-6">
        <PublicPageHeading title={t("participants.linkTitle")}>
          {error instanceof ApiError && error.status === 404 ? t("participants.linkWrong") : error.message}
        </PublicPageHeading>
        <BackToApp />
      </div>
    );
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
      <OwnShare secret={secret} invitation={invitation} />
      <Outcome secret={secret} invitation={invitation} />
    </div>
  );
}

/** The share that coming costs, and paying it. */
function OwnShare({ secret, invitation: { share, state, timezone } }: InvitationProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const { weekdayDateTime } = useDateFormats(timezone);
  if (!share) return null;
  const { amount, due, currency, settlesAt, canPay, payment, payer, units } = share;
  const isAtClub = payment === "on_site" && !canPay;
  const isOwed = state === "accepted";
  const params = { secret };
  const refresh = () => void cache.invalidateQueries({ queryKey: keyOf(secret) });
  return (
    <Card title={t("participants.yourShare")}>
      <div className="grid gap-3 p-4 text-13">
        {isOwed ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium tnum">{money(amount, currency)}</span>
            {units > 1 && <span className="text-ink-2">{t("participants.forPlayers", { count: units })}</span>}
            <ShareBadge {...{ amount, due, currency, payer }} />
          </p>
        ) : (
          <p>
            {t(isAtClub ? "participants.shareLaterAtClub" : "participants.shareLater", {
              amount: money(amount, currency),
            })}
          </p>
        )}
        {isOwed && due > 0 && (
          <p className="text-ink-2">
            {isAtClub
              ? t("participants.shareAtClub")
              : t("participants.shareUntil", { when: weekdayDateTime(settlesAt) })}
          </p>
        )}
        {isOwed && payer && !payer.isPaid && <PayMyself secret={secret} />}
        {isOwed && (
          <PayShare
            share={share}
            save={(participantIds) => call(participants.payForOthersByLink, { params, body: { participantIds } })}
            checkout={() => call(participants.checkoutByLink, { params, body: {} })}
            onFailure={refresh}
          />
        )}
      </div>
    </Card>
  );
}

/** As long as it is not paid, one's share is one's own again by a press. */
function PayMyself({ secret }: { secret: string }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const take = useMutation({
    mutationFn: () =>
      call(participants.payForOthersByLink, { params: { secret }, body: { participantIds: [] } }, { quiet: true }),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(secret) }),
  });
  return (
    <>
      <Button size="lg" pending={take.isPending} onClick={() => take.mutate()}>
        {t("participants.payMyself")}
      </Button>
      <Failure error={take.error} />
    </>
  );
}

function Outcome({ secret, invitation }: InvitationProps) {
  const t = useTranslation();
  const { state, booking, openPlaces, answers } = invitation;
  if (booking === "canceled") return <Said>{t("participants.bookingCanceled")}</Said>;
  if (booking === "over") return <Said>{t("participants.bookingOver")}</Said>;
  if (state === "removed") return <Said>{t("participants.removedText")}</Said>;
  if (answers.length === 0) return <Said>{t(openPlaces > 0 ? "participants.notNow" : "participants.full")}</Said>;
  return (
    <>
      {state === "declined" && <Said>{t("participants.declinedText")}</Said>}
      {state === "left" && <Said>{t("participants.leftText")}</Said>}
      {state === "accepted" && <Said>{t("participants.comes")}</Said>}
      {state === null ? (
        <TakePlace secret={secret} openPlaces={openPlaces} />
      ) : (
        <Answers secret={secret} invitation={invitation} />
      )}
    </>
  );
}

const Said = ({ children }: { children: string }) => (
  <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
    {children}
  </p>
);

function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
      {error instanceof ApiError ? firstErrorMessage(error) : error.message}
    </p>
  );
}

function Answers({ secret, invitation: { answers } }: InvitationProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const answer = useMutation({
    mutationFn: (given: PlayerAnswer) =>
      call(participants.answerByLink, { params: { secret }, body: { answer: given } }, { quiet: true }),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(secret) }),
  });
  return (
    <div className="grid gap-2">
      {answers.map((given) => (
        <Button
          key={given}
          variant={given === "accepted" ? "primary" : "secondary"}
          size="lg"
          disabled={answer.isPending}
          pending={answer.isPending && answer.variables === given}
          onClick={() => answer.mutate(given)}
        >
          {t(answerLabels[given])}
        </Button>
      ))}
      <Failure error={answer.error} />
    </div>
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

/** Joining an organization by its page or by a join link: who has no account registers here, others join at once or ask to. */
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useEffect } from "react";
import * as z from "zod/mini";
import { accounts, RegistrationDraft, type User } from "#contract/accounts.ts";
import { joining, type JoinOffer, MAX_JOIN_MESSAGE_LENGTH } from "#contract/joining.ts";
import { optionalText } from "#contract/kit.ts";
import { members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { NewPasswordFields } from "#web/accounts/new-password-fields.tsx";
import { PublicPageHeading, publicPageLinkClass } from "#web/accounts/public-layout.tsx";
import { AcceptedTexts, EmailField, NameFields } from "#web/accounts/registration-fields.tsx";
import { startSession, toSafeReturnPath } from "#web/accounts/start-session.ts";
import { ApiError, call, endpointQuery, firstErrorMessage } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { rememberScope, userQuery } from "#web/kit/data/scope.ts";
import { token } from "#web/kit/data/session.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";

/** How somebody has come: by the address of a page, or by the code of a link. */
type Entrance = { slug: string } | { code: string };

const pathOf = (entrance: Entrance, next: string) =>
  "code" in entrance
    ? `/j/${encodeURIComponent(entrance.code)}`
    : `/join/${encodeURIComponent(entrance.slug)}?${new URLSearchParams({ next }).toString()}`;

const readOffer = (entrance: Entrance) =>
  "code" in entrance
    ? call(joining.readCode, { body: entrance }, { quiet: true })
    : call(joining.read, { params: entrance }, { quiet: true });

export const JoinPage = () => (
  <QueryClientProvider client={queryClient}>
    <Entry />
  </QueryClientProvider>
);

function Entry() {
  const { slug = "", code } = useParams({ strict: false });
  const entrance: Entrance = code === undefined ? { slug } : { code };
  const next = useNextPage();
  const offer = useQuery({
    queryKey: [joining.read.name, entrance],
    queryFn: () => readOffer(entrance),
    retry: false,
    staleTime: 0,
  });
  const isSignedIn = token.get() !== null;
  const user = useQuery({ ...userQuery(), enabled: isSignedIn });
  if (offer.error) return <Refusal error={offer.error} isByCode={code !== undefined} />;
  if (!offer.data || (isSignedIn && user.isPending)) return <Waiting />;
  const facts = { entrance, offer: offer.data.data, next };
  const person = user.data?.data;
  return (
    <>
      <style>{facts.offer.accentStyle}</style>
      {!isSignedIn || !person ? (
        <Registration {...facts} />
      ) : person.emailVerifiedAt === null ? (
        <ConfirmFirst {...facts} />
      ) : (
        <Joining {...facts} user={person} />
      )}
    </>
  );
}

interface EntranceProps {
  entrance: Entrance;
  offer: JoinOffer;
  /** A member goes on there: to the booking that led here, else to the overview. */
  next: string;
}

function useNextPage(): string {
  const { next, via } = useSearch({
    strict: false,
    select: (search: { next?: string; via?: string }) => ({ next: search.next, via: search.via }),
    structuralSharing: true,
  });
  const path = toSafeReturnPath(next);
  return via === undefined || path === "/overview" ? path : `${path}&${new URLSearchParams({ via }).toString()}`;
}

function Waiting() {
  return (
    <div className="grid gap-4" aria-busy>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}

function Refusal({ error, isByCode }: { error: Error; isByCode: boolean }) {
  const t = useTranslation();
  const isClosed = error instanceof ApiError && (error.status === 404 || error.status === 422);
  const closed = isByCode ? t("joining.codeWrong") : t("joining.cannotJoin");
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t("joining.refusedTitle")}>{isClosed ? closed : error.message}</PublicPageHeading>
      <Link to="/overview" className={buttonClass("primary", "lg", "w-full")}>
        {t(token.get() === null ? "accounts.signIn" : "accounts.backToApp")}
      </Link>
    </div>
  );
}

function OfferHeading({ offer: { organization, needsApproval } }: Pick<EntranceProps, "offer">) {
  const t = useTranslation();
  return (
    <PublicPageHeading title={t("joining.joinTitle", { organization: organization.name })}>
      {t(needsApproval ? "joining.teamAnswers" : "joining.memberAtOnce")}
    </PublicPageHeading>
  );
}

function MessageField({ name }: { name: string }) {
  const t = useTranslation();
  return (
    <TextareaField
      name={name}
      label={t("joining.messageToClub")}
      hint={t("joining.messageHint")}
      maxLength={MAX_JOIN_MESSAGE_LENGTH}
      rows={3}
    />
  );
}

const JoinMessage = z.strictObject({ message: optionalText(MAX_JOIN_MESSAGE_LENGTH) });

function Registration({ entrance, offer, next }: EntranceProps) {
  const t = useTranslation();
  const navigate = useNavigate();
  const { email = "", name = "" } = useSearch({
    strict: false,
    select: (search: { email?: string; name?: string }) => ({ email: search.email, name: search.name }),
    structuralSharing: true,
  });
  const [firstName = "", ...rest] = name.split(" ");
  return (
    <Form
      schema={RegistrationDraft}
      defaultValues={{
        ...{ email, firstName, lastName: rest.join(" "), password: "", confirmPassword: "" },
        join: { ...entrance, message: "" },
      }}
      guard={false}
      onSubmit={async (body) => {
        const { data } = await call(accounts.register, { body });
        await startSession(data.access_token, { greet: false });
        await navigate({ to: "/email-verification", replace: true });
      }}
    >
      <OfferHeading offer={offer} />
      <NameFields />
      <EmailField />
      <NewPasswordFields label={t("accounts.password")} confirmationName="confirmPassword" />
      {offer.needsApproval && <MessageField name="join.message" />}
      <AcceptedTexts isJoining />
      <SubmitButton size="lg" className="mt-1 h-auto min-h-10 w-full py-2 whitespace-normal">
        {t("joining.joinTitle", { organization: offer.organization.name })}
      </SubmitButton>
      <p className="text-center text-13 text-ink-3">
        {t("accounts.haveAccount")}{" "}
        <Link to="/auth/login" search={{ redirect: pathOf(entrance, next) }} className={publicPageLinkClass}>
          {t("accounts.signIn")}
        </Link>
      </p>
    </Form>
  );
}

function ConfirmFirst({ offer }: EntranceProps) {
  const t = useTranslation();
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t("joining.joinTitle", { organization: offer.organization.name })}>
        {t("joining.confirmFirst")}
      </PublicPageHeading>
      <Link to="/email-verification" className={buttonClass("primary", "lg", "w-full")}>
        {t("joining.confirmAddress")}
      </Link>
    </div>
  );
}

const affectedEndpoints = [organizations.list, organizations.search, members.min, members.mine];

/** Members go on at once; whoever has asked reads that the team has the request. */
function Joining(props: EntranceProps & { user: User }) {
  const mine = useQuery(endpointQuery(members.mine, undefined, { quiet: true }));
  const asked = useQuery({ ...endpointQuery(joining.ownRequests, undefined, { quiet: true }), staleTime: 0 });
  if (mine.isPending || asked.isPending) return <Waiting />;
  const { organization } = props.offer;
  const isMember = mine.data?.data.some(({ id }) => id === organization.id) === true;
  if (isMember) return <GoOn {...props} />;
  const isAsked = asked.data?.data.some(
    ({ status, ...one }) => status === "open" && one.organization.id === organization.id,
  );
  return isAsked ? <Requested organization={organization} /> : <JoinForm {...props} />;
}

function GoOn({ offer, next }: EntranceProps) {
  const navigate = useNavigate();
  const { id } = offer.organization;
  useEffect(() => {
    rememberScope(id);
    void navigate({ href: next, replace: true });
  }, [id, next, navigate]);
  return <Waiting />;
}

function JoinForm({ entrance, offer, user, next }: EntranceProps & { user: User }) {
  const t = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { organization, needsApproval } = offer;
  const join = useMutation({
    mutationFn: ({ message }: { message?: string | null | undefined }) =>
      "code" in entrance
        ? call(joining.joinByCode, { body: { ...entrance, message } }, { quiet: true })
        : call(joining.join, { params: entrance, body: { message } }, { quiet: true }),
    onSuccess: async ({ data }) => {
      if (data.state === "requested") return undefined;
      for (const { name } of affectedEndpoints) cache.removeQueries({ queryKey: [name] });
      rememberScope(data.organizationId);
      const description = t("joining.joined", { organization: organization.name });
      toast({ description, variant: "success", duration: OUTCOME_TOAST_MS });
      return navigate({ href: next, replace: true });
    },
  });
  if (join.data?.data.state === "requested") return <Requested organization={organization} />;
  return (
    <Form
      schema={JoinMessage}
      defaultValues={{ message: "" }}
      guard={false}
      onSubmit={async (body) => {
        // A refusal stands below the button.
        await join.mutateAsync(body).catch(() => undefined);
      }}
    >
      <OfferHeading offer={offer} />
      {needsApproval && <MessageField name="message" />}
      <SubmitButton size="lg" className="h-auto min-h-10 w-full py-2 whitespace-normal">
        {needsApproval ? t("joining.ask") : t("joining.joinTitle", { organization: organization.name })}
      </SubmitButton>
      {join.error && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
          {join.error instanceof ApiError ? firstErrorMessage(join.error) : join.error.message}
        </p>
      )}
      <p className="text-center text-13 text-ink-3 [overflow-wrap:anywhere]">
        {t("joining.signedInAs", { email: user.email })}{" "}
        <Link to="/auth/logout" preload={false} className={publicPageLinkClass}>
          {t("accounts.logout")}
        </Link>
      </p>
    </Form>
  );
}

function Requested({ organization }: Pick<JoinOffer, "organization">) {
  const t = useTranslation();
  return (
    <div className="grid gap-6">
      <span aria-hidden className="grid size-12 place-items-center rounded-xl bg-lime-bg text-lime-fg">
        <Check className="size-6" />
      </span>
      <PublicPageHeading title={t("joining.requestedTitle")}>
        <span role="status">{t("joining.requested", { organization: organization.name })}</span>
      </PublicPageHeading>
      <Link to="/overview" className={buttonClass("secondary", "lg", "w-full")}>
        {t("accounts.backToApp")}
      </Link>
    </div>
  );
}

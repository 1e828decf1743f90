/** Booking without an account: a free time, name and email, a code where one is needed, then what is binding. */
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Link, Navigate, useLocation, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Slots } from "#contract/availability.ts";
import { type GuestContact, type GuestDesk, guests } from "#contract/guests.ts";
import { PublicPageHeading, publicPageLinkClass } from "#web/accounts/public-layout.tsx";
import { toWallClock } from "#web/availability/slots.ts";
import { ApiError, endpointQuery } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { isTeamMember, membershipQuery, scopePath } from "#web/kit/data/scope.ts";
import { token } from "#web/kit/data/session.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { pickTextParams } from "#web/kit/list/list-search.ts";
import type { Choice } from "./choice.ts";
import { CodeStep } from "./code-step.tsx";
import { ContactStep } from "./contact-step.tsx";
import {
  dropGuestSteps,
  type GuestSession,
  readGuestSession,
  readGuestSteps,
  saveGuestSession,
  saveGuestSteps,
  usableProof,
} from "./kept-contact.ts";
import { OrderStep } from "./order-step.tsx";
import { ChosenSlot, SlotList } from "./slot-list.tsx";
import { BookingSkeleton } from "./booking-skeleton.tsx";

export const BookPage = () => (
  <QueryClientProvider client={queryClient}>
    <Entry />
  </QueryClientProvider>
);

function Entry() {
  const t = useTranslation();
  const { slug = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    ...endpointQuery(guests.read, { params: { slug } }, { quiet: true }),
    retry: false,
    // The ticket goes with what is sent.
    staleTime: 60_000,
  });
  const search = useBookSearch();
  const organizationId = data?.data.organization.id;
  const isSignedIn = token.get() !== null;
  const membership = useQuery({
    ...membershipQuery(organizationId ?? ""),
    enabled: isSignedIn && organizationId !== undefined,
  });
  if (error) {
    const isClosed = error instanceof ApiError && error.status === 404;
    return (
      <div className="grid gap-6">
        <PublicPageHeading title={t("guests.closedTitle")}>
          {isClosed ? t("guests.closed") : error.message}
        </PublicPageHeading>
        {isClosed && (
          <a href={`/c/${slug}`} className={publicPageLinkClass}>
            {t("guests.clubPage")}
          </a>
        )}
        <AccountLinks next="/find" className="justify-start" />
      </div>
    );
  }
  if (!data || (isSignedIn && membership.isPending)) return <BookingSkeleton />;
  const member = membership.data?.data;
  // The team sees what guests see.
  if (member && !isTeamMember({ isPlatform: false, membership: member })) {
    return <ToFinder slug={slug} organizationId={member.id} search={search} />;
  }
  return (
    <>
      <style>{data.data.accentStyle}</style>
      <Booking desk={data.data} onNewTicket={async () => (await refetch()).data?.data.ticket} />
    </>
  );
}

/** Opens the finder of members with what was chosen. */
function ToFinder({ slug, organizationId, search }: { slug: string; organizationId: string; search: BookSearch }) {
  const { data, isPending } = useSlots(slug, search);
  if (isPending) return <BookingSkeleton />;
  const { date, time, duration, sport } = search;
  const asked = data && findAsked(data.data, search);
  const chosen = asked && { start: asked.start.startTime, length: asked.start.duration, field: asked.field.id };
  return (
    <Navigate
      to={scopePath(organizationId, "/find")}
      search={{ date, time, duration, sport, ...chosen } as never}
      replace
    />
  );
}

interface AccountLinksProps {
  /** The page that whoever signs in or registers sees next. */
  next: string;
  /** Named if people can join the club. */
  joinSlug?: string | undefined;
  className?: string;
}

/** For whoever has an account, or wants one: members book by their own rules and prices. */
function AccountLinks({ next, joinSlug, className = "justify-center" }: AccountLinksProps) {
  const t = useTranslation();
  if (token.get() !== null) return null;
  return (
    <p className={`flex flex-wrap gap-x-4 text-13 text-ink-2 ${className}`}>
      <span>
        {t("guests.haveAccount")}{" "}
        <Link to="/auth/login" search={{ redirect: next } as never} className={publicPageLinkClass}>
          {t("accounts.signIn")}
        </Link>
      </span>
      {joinSlug !== undefined && (
        <Link to={`/join/${joinSlug}`} search={{ next } as never} className={publicPageLinkClass}>
          {t("guests.join")}
        </Link>
      )}
    </p>
  );
}

/** The time that was chosen on the public page. */
const readSearch = pickTextParams("sport", "date", "time", "duration", "field");
type BookSearch = ReturnType<typeof readSearch>;
const useBookSearch = (): BookSearch => useSearch({ strict: false, select: readSearch, structuralSharing: true });

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

function useSlots(slug: string, search: BookSearch) {
  const [duration, sportId] = [numberOf(search.duration), numberOf(search.sport)];
  return useQuery({
    ...endpointQuery(
      guests.slots,
      {
        params: { slug },
        query: {
          ...(search.date && { date: search.date }),
          ...(search.time && { time: search.time }),
          ...(duration !== undefined && { duration }),
          ...(sportId !== undefined && { sportId }),
        },
      },
      { quiet: true },
    ),
    // Other people book meanwhile.
    staleTime: 0,
  });
}

/** The start that was pressed on the public page, on its field or else the best one. */
function findAsked(slots: Slots, { time, field }: BookSearch): Choice | undefined {
  if (time === undefined) return undefined;
  const start = slots.near.find((one) => toWallClock(one.startTime, slots.timezone).time === time);
  const chosen = start?.fields.find(({ id }) => id === field) ?? start?.fields[0];
  return start && chosen && { start, field: chosen };
}

interface BookingProps {
  desk: GuestDesk;
  /** Asks for another ticket. */
  onNewTicket: () => Promise<string | undefined>;
}

function Booking({ desk, onNewTicket }: BookingProps) {
  const t = useTranslation();
  const { slug, organization } = desk;
  const search = useBookSearch();
  const here = useLocation({ select: ({ href }) => href });
  const slots = useSlots(slug, search);
  const [kept] = useState(() => readGuestSteps(slug, Date.now()));
  const [picked, setPicked] = useState(kept?.choice);
  const [isChanging, setChanging] = useState(false);
  const [isLost, setLost] = useState(false);
  const [session, setSession] = useState(() => readGuestSession(slug) ?? kept?.session);
  const [sentCode, setSentCode] = useState(kept?.sentCode);
  const [isReady, setReady] = useState(kept?.isReady ?? false);
  const [promoCode, setPromoCode] = useState("");
  const found = slots.data?.data;
  const asked = found && findAsked(found, search);
  const present = picked ?? asked;
  const isUnderWay = sentCode !== undefined || isReady;
  useEffect(() => {
    if (present && session && isUnderWay)
      saveGuestSteps(slug, { choice: present, session, sentCode, isReady }, Date.now());
  }, [slug, present, session, sentCode, isReady, isUnderWay]);
  const keep = (next: GuestSession) => {
    setSession(next);
    saveGuestSession(slug, next);
  };
  const changeSlot = (lost: boolean) => {
    // The steps belong to it, also if it is no longer found.
    setPicked(present);
    setChanging(true);
    setLost(lost);
    // Another time may need a code where this one was proved by its payment.
    if (!usableProof(session, session?.contact.email ?? "", Date.now())) setReady(false);
    void slots.refetch();
  };
  return (
    <div className="grid gap-5">
      <PublicPageHeading title={t("guests.bookAt", { organization: organization.name })} />
      {slots.error ? (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {slots.error.message}
        </p>
      ) : !found ? (
        <BookingSkeleton />
      ) : (
        (isChanging || !present) && (
          <SlotList
            slots={found}
            slug={slug}
            isLost={isLost || (search.time !== undefined && !isChanging)}
            present={isLost ? undefined : present}
            wantedId={present?.field.id ?? search.field}
            onPick={(next) => {
              setPicked(next);
              setChanging(false);
              setLost(false);
            }}
          />
        )
      )}
      {found && present && (
        // Keep the steps, so that nothing typed is lost while another time is chosen.
        <div className={isChanging ? "hidden" : "grid gap-5"}>
          <ChosenSlot
            choice={present}
            {...{ timezone: found.timezone, currency: found.currency }}
            onPick={setPicked}
            onChange={() => changeSlot(false)}
          />
          <Steps
            {...{ desk, session, sentCode, isReady, promoCode, onNewTicket }}
            onPromoCode={setPromoCode}
            choice={present}
            timezone={found.timezone}
            onContact={(contact, codeId) => {
              keep({ ...(session?.contact.email === contact.email ? session : {}), contact });
              setSentCode(codeId);
              setReady(codeId === undefined);
            }}
            onProof={(proof) => {
              if (session) keep({ ...session, proof });
              setSentCode(undefined);
              setReady(true);
            }}
            onContactAgain={() => {
              dropGuestSteps(slug);
              setSentCode(undefined);
              setReady(false);
            }}
            onLost={() => changeSlot(true)}
          />
        </div>
      )}
      <div className="grid justify-items-center gap-2 text-center text-13 text-ink-3">
        {!isReady && <AccountLinks next={here} joinSlug={desk.mayJoin ? slug : undefined} />}
        <a href={`/c/${slug}`} className={publicPageLinkClass}>
          {t("guests.toClub", { organization: organization.name })}
        </a>
      </div>
    </div>
  );
}

interface StepsProps extends BookingProps {
  choice: Choice;
  timezone: string;
  session: GuestSession | undefined;
  sentCode: string | undefined;
  isReady: boolean;
  promoCode: string;
  onPromoCode: (code: string) => void;
  onContact: (contact: GuestContact, codeId: string | undefined) => void;
  onProof: (proof: NonNullable<GuestSession["proof"]>) => void;
  onContactAgain: () => void;
  onLost: () => void;
}

function Steps({ session, sentCode, isReady, onProof, onContactAgain, onLost, ...props }: StepsProps) {
  const { desk, choice, timezone, promoCode, onPromoCode, onNewTicket, onContact } = props;
  if (session && sentCode !== undefined)
    return (
      <CodeStep
        key={sentCode}
        slug={desk.slug}
        codeId={sentCode}
        email={session.contact.email}
        onProof={onProof}
        onAgain={onContactAgain}
      />
    );
  if (session && isReady)
    return (
      <OrderStep
        {...{ desk, choice, timezone, promoCode, onPromoCode, onNewTicket, onLost }}
        session={session}
        onContactAgain={onContactAgain}
      />
    );
  return <ContactStep {...{ desk, choice, session, promoCode, onNewTicket, onContact }} />;
}

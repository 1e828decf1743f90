/** Finds a time to play in three taps: the answers stand on the page, a press opens one, another books it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { CalendarX2, Phone } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { activity } from "#contract/activity.ts";
import { availability, type Slots, type SlotStart } from "#contract/availability.ts";
import { bookings } from "#contract/bookings.ts";
import { NoFieldsYet } from "#web/availability/no-fields-yet.tsx";
import { nextDate } from "#web/availability/slots.ts";
import { BookingTabs } from "#web/events/booking-tabs.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { isTeamMember, scopePath, useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useMediaQuery } from "#web/kit/render/use-media-query.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { telephoneLink } from "#messages/telephone-link.ts";
import { localDate } from "#messages/dates.ts";
import { useDayText } from "#web/availability/use-day-text.ts";
import { DayBars, listHalfHours } from "./day-bars.tsx";
import { SlotChoice, type SlotChoiceProps } from "./slot-choice.tsx";
import { SlotRows } from "./slot-rows.tsx";
import { MoreFinderFields, FinderFields } from "./finder-fields.tsx";
import { type FinderSearch, resolveWishes, toSlotsQuery, useFinderSearch, type Wishes } from "./finder-search.ts";

const TellMe = lazy(async () => ({ default: (await import("#web/waitlist/join-waitlist.tsx")).JoinWaitlist }));

/** Fewer say less than the rows below. */
const MIN_BARS = 4;
const liveRefreshMap = { events: ["availability"] };
const wideScreen = "(width >= 64rem)";

export function FindPage() {
  const t = useTranslation();
  const scope = useScope();
  const { organizationId } = scope;
  const { search } = useFinderSearch();
  const params = { organizationId };
  const { data, error, refetch } = useQuery(endpointQuery(availability.slotOptions, { params, query: {} }));
  const moved = useQuery({
    ...endpointQuery(bookings.read, { params: { organizationId, eventId: search.move ?? "" } }),
    enabled: search.move !== undefined,
  });
  useLiveRefresh(activity.live, organizationId, liveRefreshMap);
  useEffect(preloadDialog, []);
  // The team books for others, from the planning.
  if (isTeamMember(scope)) return <Navigate to={scope.path("/planning")} replace />;
  const failed = error ?? moved.error;
  const isReady = data && (search.move === undefined || moved.data);
  return (
    <Page
      title={t(search.move === undefined ? "bookings.find" : "bookings.moveTitle")}
      tabs={search.move === undefined && <BookingTabs />}
      crumbs={
        search.move === undefined
          ? undefined
          : [
              <Link key="booking" to={scopePath(organizationId, `/bookings/${search.move}`)}>
                {t("bookings.yours")}
              </Link>,
            ]
      }
    >
      {failed ? (
        <ErrorState error={failed} onRetry={() => Promise.all([refetch(), moved.refetch()])} />
      ) : !isReady ? (
        <FinderSkeleton />
      ) : data.data.durations.length === 0 ? (
        <NoFieldsYet />
      ) : (
        <Finder options={data.data} move={moved.data?.data} />
      )}
    </Page>
  );
}

/** Leads to the finder of the organization that one was in last. */
export function CurrentFinder() {
  const { organizationId, isPlatform, path } = useScope();
  const isOfOne = organizationId !== "" && !isPlatform;
  return <Navigate to={isOfOne ? path("/find") : "/overview"} search={isOfOne} replace />;
}

interface FinderProps {
  options: { timezone: string; sports: readonly { id: number; name: string }[]; durations: readonly number[] };
  move: SlotChoiceProps["move"];
}

function Finder({ options: all, move }: FinderProps) {
  const { organizationId } = useScope();
  const isWide = useMediaQuery(wideScreen);
  const { search, change, ...finder } = useFinderSearch();
  const params = { organizationId };
  const now = useNow();
  const today = localDate(now, all.timezone);
  const first = resolveWishes(search, organizationId, { ...all, now });
  const ofSport = useQuery({
    ...endpointQuery(availability.slotOptions, { params, query: { sportId: first.sportId } }),
    placeholderData: keepPreviousData,
  }).data?.data;
  const options = { ...all, durations: ofSport?.durations ?? all.durations, spaces: ofSport?.spaces ?? [] };
  const wishes = resolveWishes(search, organizationId, { ...options, now });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...endpointQuery(availability.slots, { params, query: toSlotsQuery(wishes, search.move) }),
    placeholderData: keepPreviousData,
    // Other people book meanwhile.
    staleTime: 0,
    enabled: ofSport !== undefined,
  });
  const slots = data?.data;
  const sport = all.sports.find(({ id }) => id === wishes.sportId);
  const found = findStart(slots, search);
  const chosen = found ?? (isWide ? (slots?.near[0] ?? slots?.instead[0]) : undefined);
  const isLost = search.start !== undefined && !found && slots !== undefined && !isPlaceholderData;
  const choice = slots &&
    chosen && {
      ...{ start: chosen, slots, sport, move, people: wishes.people },
      fieldId: found ? search.field : undefined,
      onChooseField: finder.chooseField,
    };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid gap-3.5 lg:col-span-2">
        {move && <MoveBanner booking={move} />}
        <FinderFields options={options} wishes={wishes} asked={slots?.asked} today={today} onChange={change} />
        <MoreFinderFields options={options} wishes={wishes} onChange={change} />
      </div>
      <div className="grid gap-3.5" aria-busy={isPlaceholderData || !slots}>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !slots ? (
          <ResultsSkeleton />
        ) : (
          <Results
            {...{ slots, search, isWide, wishes, sport, chosen: isWide ? chosen : found, isStale: isPlaceholderData }}
            onTime={(time) => change({ time })}
            onNextDay={() => change({ date: nextDate(wishes.date) })}
          />
        )}
      </div>
      {isWide && choice && (
        <aside className="sticky top-6 grid gap-3">
          {isLost && <LostNotice />}
          <ChoiceCard choice={choice} />
        </aside>
      )}
      {!isWide && slots && (
        <SlotSheet
          isOpen={search.start !== undefined && (found !== undefined || isLost)}
          slots={slots}
          choice={found ? choice : undefined}
          onClose={finder.close}
        />
      )}
    </div>
  );
}

const findStart = (slots: Slots | undefined, { start, length }: FinderSearch): SlotStart | undefined =>
  [...(slots?.near ?? []), ...(slots?.instead ?? [])].find(
    (one) => one.startTime === start && String(one.duration) === length,
  );

interface ResultsProps {
  slots: Slots;
  search: FinderSearch;
  wishes: Wishes;
  sport: { id: number; name: string } | undefined;
  chosen: SlotStart | undefined;
  isWide: boolean;
  /** The answers are those of the wishes before: none may be opened. */
  isStale: boolean;
  onTime: (time: string) => void;
  onNextDay: () => void;
}

function Results(props: ResultsProps) {
  const { slots, search, wishes, sport, chosen, isWide, isStale, onTime, onNextDay } = props;
  const t = useTranslation();
  const halfHours = listHalfHours(slots);
  const isNothing = slots.near.length === 0 && slots.instead.length === 0;
  return (
    <>
      {halfHours.length >= MIN_BARS && <DayBars halfHours={halfHours} time={wishes.time} onChoose={onTime} />}
      {slots.refusal !== null && (
        <p role="status" className="rounded-md bg-amber-bg px-3 py-2.5 text-13 text-amber-fg">
          {slots.refusal}
        </p>
      )}
      {isNothing ? (
        <Card>
          <EmptyState
            icon={CalendarX2}
            title={t("bookings.noneFree")}
            action={<Button onClick={onNextDay}>{t("availability.nextDay")}</Button>}
          >
            <AskClub contact={slots.contact} />
          </EmptyState>
        </Card>
      ) : (
        <div inert={isStale}>
          <SlotRows {...{ slots, search, chosen, isWide, people: wishes.people }} />
        </div>
      )}
      {slots.full.length > 0 && search.move === undefined && (
        <div inert={isStale}>
          <Suspense>
            <TellMe slots={slots} wishes={wishes} sport={sport} />
          </Suspense>
        </div>
      )}
    </>
  );
}

function AskClub({ contact }: Pick<Slots, "contact">) {
  const t = useTranslation();
  const phone = contact?.phone;
  if (!phone) return t("bookings.askDesk");
  return (
    <a href={telephoneLink(phone)} className={buttonClass("ghost")}>
      <Phone aria-hidden />
      {t("bookings.call", { phone })}
    </a>
  );
}

/** The present booking, whose time counts as free. */
function MoveBanner({ booking }: { booking: NonNullable<FinderProps["move"]> }) {
  const t = useTranslation();
  const { startTime, endTime, timezone, field, id, organization } = booking;
  const { timeRange } = useDateFormats(timezone);
  const dayText = useDayText(timezone);
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-line bg-sunken px-4 py-2.5 text-13">
      <span>
        {t("bookings.bookedNow", {
          when: `${dayText(startTime)}, ${timeRange(startTime, endTime)}`,
          field: field.name,
        })}
      </span>
      <Link to={scopePath(organization.id, `/bookings/${id}`)} className={buttonClass("ghost", "sm")}>
        {t("events.keep")}
      </Link>
    </p>
  );
}

function LostNotice() {
  const t = useTranslation();
  return (
    <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
      {t("bookings.slotLost")}
    </p>
  );
}

/** On a wide screen, beside the list. */
function ChoiceCard({ choice }: { choice: SlotChoiceProps }) {
  const t = useTranslation();
  const { start, slots } = choice;
  const { timeRange } = useDateFormats(slots.timezone);
  const dayText = useDayText(slots.timezone);
  return (
    <section aria-label={t("bookings.choice")} className="overflow-hidden rounded-xl border border-line bg-surface">
      <header className="flex items-start justify-between gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0">
          <p className="text-13 text-ink-2 first-letter:uppercase">{dayText(start.startTime)}</p>
          <h2 className="text-xl/6.5 font-semibold tracking-tight tnum">{timeRange(start.startTime, start.endTime)}</h2>
        </div>
        <Badge tone="lime" dot className="mt-px shrink-0">
          {start.free === 1 ? t("bookings.lastField") : t("bookings.freeFields", { count: start.free })}
        </Badge>
      </header>
      <div className="p-4">
        <SlotChoice {...choice} />
      </div>
    </section>
  );
}

interface SlotSheetProps {
  isOpen: boolean;
  slots: Slots;
  /** Undefined if somebody has booked it meanwhile. */
  choice: SlotChoiceProps | undefined;
  onClose: () => void;
}

function SlotSheet({ isOpen, slots, choice, onClose }: SlotSheetProps) {
  const t = useTranslation();
  const { timeRange } = useDateFormats(slots.timezone);
  const dayText = useDayText(slots.timezone);
  const start = choice?.start;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title={start ? timeRange(start.startTime, start.endTime) : t("bookings.slotLostTitle")}
      description={
        start
          ? [choice.sport?.name, dayText(start.startTime)].filter(Boolean).join(" · ")
          : t(slots.near.length > 0 ? "bookings.slotLostSee" : "bookings.slotLostNone")
      }
      footer={!start && <Button onClick={onClose}>{t("bookings.seeFree")}</Button>}
      closesOnSwipe
    >
      {choice && <SlotChoice {...choice} />}
    </Dialog>
  );
}

const FinderSkeleton = () => (
  <div className="grid gap-3.5" aria-busy>
    <Skeleton className="h-28 rounded-xl lg:h-14" />
    <Skeleton className="h-9 w-64" />
    <ResultsSkeleton />
  </div>
);

const ResultsSkeleton = () => (
  <>
    <Skeleton className="h-16" />
    <Skeleton className="h-72 rounded-xl" />
  </>
);

/** The page without a network: one's own bookings, one of them, and the desk's day, as this browser keeps them. */
import { CloudOff, LogOut, Ticket } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isPathOf } from "#contract/page-paths.ts";
import { MAX_KEPT_HOURS } from "#contract/personal-data.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Logo } from "#web/kit/ui/logo.tsx";
import type { OfflineAnswer } from "./offline-answers.ts";
import { OfflineBookingDetails, OfflineBookingList } from "./offline-bookings.tsx";
import { OfflineGameDetails, OfflineGameList } from "./offline-games.tsx";
import { BOOKING_PATH, GAME_PATH, LOGOUT_PATH, ownPaths, PLANNING_PATH } from "./offline-paths.ts";
import { OfflineDays } from "./offline-days.tsx";
import { signOutHere } from "./sign-out.ts";
import { useAsOf } from "./use-as-of.ts";

interface OfflinePageProps {
  bookings?: OfflineAnswer<"bookings"> | undefined;
  games?: OfflineAnswer<"games"> | undefined;
  day?: OfflineAnswer<"day"> | undefined;
  path: string;
  /** Before the page of signing out, which has done so. */
  isSignedIn: boolean;
}

export function OfflinePage({ bookings, games, day, path, isSignedIn }: OfflinePageProps) {
  const now = useNow();
  const [isSignedOut, setSignedOut] = useState(!isSignedIn || path === LOGOUT_PATH);
  const t = useTranslation();
  const signOut = async () => {
    await signOutHere();
    setSignedOut(true);
  };
  if (isSignedOut)
    return (
      <Frame title={t("bookings.offline")}>
        <EmptyState icon={CloudOff} title={t(isSignedIn ? "bookings.keptSignedOut" : "bookings.offline")}>
          {t(isSignedIn ? "bookings.keptSignedOutText" : "bookings.offlineSignIn")}
        </EmptyState>
      </Frame>
    );
  const last = path.split("/").findLast((part) => part !== "");
  const booking = isPathOf(BOOKING_PATH, path) ? bookings?.answer.find(({ id }) => id === last) : undefined;
  const game = isPathOf(GAME_PATH, path) ? games?.answer.find(({ id }) => id === last) : undefined;
  const isOfDay = day !== undefined && (path === "/planning" || isPathOf(PLANNING_PATH, path));
  const isKept = booking !== undefined || game !== undefined || isOfDay || ownPaths.includes(path);
  const own = bookings && (
    <Section key="bookings" title={t("overview.mine")} at={bookings.at}>
      <OfflineBookingList bookings={bookings.answer} />
    </Section>
  );
  const nextGames = games?.answer.filter(({ endTime }) => Date.parse(endTime) > now) ?? [];
  const played = games && nextGames.length > 0 && (
    <Section key="games" title={t("participants.youPlay")} at={games.at}>
      <OfflineGameList games={nextGames} />
    </Section>
  );
  const desk = day && (
    <Section key="day" title={`${t("planning.title")} · ${day.answer.organization}`} at={day.at}>
      <OfflineDays day={day.answer} />
    </Section>
  );
  return (
    <Frame
      title={
        booking
          ? t("bookings.yours")
          : game
            ? t("participants.youPlay")
            : isOfDay
              ? t("planning.title")
              : t("overview.mine")
      }
      action={
        <Button variant="ghost" onClick={() => void signOut()}>
          <LogOut aria-hidden />
          {t("bookings.keptSignOut")}
        </Button>
      }
    >
      {!isKept && <p className="text-13 text-ink-2">{t("bookings.keptNotThis")}</p>}
      {booking && bookings ? (
        <Section title={t("bookings.yours")} at={bookings.at} isTitleHidden>
          <OfflineBookingDetails booking={booking} />
          <a href="/my-bookings" className="inline-flex min-h-11 items-center text-13 text-accent-ink hover:underline">
            {t("overview.mine")}
          </a>
        </Section>
      ) : game && games ? (
        <Section title={t("participants.youPlay")} at={games.at} isTitleHidden>
          <OfflineGameDetails game={game} />
          <a href="/my-bookings" className="inline-flex min-h-11 items-center text-13 text-accent-ink hover:underline">
            {t("overview.mine")}
          </a>
        </Section>
      ) : own || played || desk ? (
        isOfDay ? (
          [desk, own, played]
        ) : (
          [own, played, desk]
        )
      ) : (
        <Card>
          <EmptyState icon={Ticket} title={t("bookings.keptNothing")}>
            {t("bookings.keptNothingText", { hours: MAX_KEPT_HOURS })}
          </EmptyState>
        </Card>
      )}
    </Frame>
  );
}

interface FrameProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Frame({ title, action, children }: FrameProps) {
  const t = useTranslation();
  return (
    <div className="mx-auto grid min-h-dvh max-w-2xl content-start gap-5 px-4 pb-10">
      <title>{`${title} · Baseline`}</title>
      <header className="flex min-h-13 flex-wrap items-center gap-2 border-b border-line py-1.5">
        <Logo className="size-6" />
        <span className="flex-1 font-semibold tracking-tight">Baseline</span>
        {action}
      </header>
      <main className="grid gap-6">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          <p className="flex items-start gap-1.5 text-13 text-ink-2">
            <CloudOff className="mt-px size-4 shrink-0 text-ink-3" aria-hidden />
            {t("bookings.offlineText")}
          </p>
        </div>
        {children}
      </main>
    </div>
  );
}

interface SectionProps {
  title: string;
  at: string;
  isTitleHidden?: boolean;
  children: ReactNode;
}

function Section({ title, at, isTitleHidden = false, children }: SectionProps) {
  const asOf = useAsOf();
  return (
    <section aria-label={title} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        {!isTitleHidden && <h2 className="text-sm font-semibold">{title}</h2>}
        <p className="text-13 text-ink-2">{asOf(at)}</p>
      </div>
      {children}
    </section>
  );
}

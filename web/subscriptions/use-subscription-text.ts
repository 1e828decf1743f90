/** Memberships in sentences: until when one runs, and what comes then. */
import type { Subscription } from "#contract/subscriptions.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

type RunOf = Pick<Subscription, "state" | "startsOn" | "endsOn" | "renews" | "graceUntil" | "freeze">;

export function useSubscriptionText() {
  const t = useTranslation();
  const formats = useDateFormats();
  const date = (local: string): string => formats.date(noonOf(local));
  return {
    date,
    dayAfter: (local: string): string => date(Temporal.PlainDate.from(local).add({ days: 1 }).toString()),
    /** `Renews on Sep 1, 2027`, `Ends on Aug 31, 2027`. */
    untilText: ({ state, startsOn, endsOn, renews, graceUntil, freeze }: RunOf): string => {
      if (state === "grace" && graceUntil) return t("subscriptions.graceUntil", { date: date(graceUntil) });
      if (state === "frozen" && freeze) return t("subscriptions.frozenUntil", { date: date(freeze.to) });
      if (state === "scheduled") return t("subscriptions.beginsOn", { date: date(startsOn) });
      if (endsOn < startsOn) return t("subscriptions.neverUsed");
      if (state === "ended" || state === "canceled") return t("subscriptions.endedOn", { date: date(endsOn) });
      return t(renews ? "subscriptions.renewsAfter" : "subscriptions.endsOn", { date: date(endsOn) });
    },
    /** One that was canceled before it was used has no span. */
    termText: ({ startsOn, endsOn }: Pick<Subscription, "startsOn" | "endsOn">): string =>
      endsOn < startsOn ? date(startsOn) : t("subscriptions.fromTo", { from: date(startsOn), to: date(endsOn) }),
  };
}

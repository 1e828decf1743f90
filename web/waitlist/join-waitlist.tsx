/** Joins the waitlist below the answers of the finder: waits for what is taken about the time asked for. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BellRing, Hourglass } from "lucide-react";
import type { Slots } from "#contract/availability.ts";
import { waitlist } from "#contract/waitlist.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { localTime } from "#messages/dates.ts";
import { useWishText } from "./use-wish-text.ts";

/** Everything about the time where nothing of it is free, else the very time. Sorted. */
const listAwaitedStarts = ({ near, full, asked, timezone }: Slots): string[] =>
  (near.length === 0 ? full : full.filter((start) => localTime(start, timezone) === asked.time)).toSorted();

interface TellMeProps {
  slots: Slots;
  wishes: { space: "indoor" | "outdoor" | undefined; people: number | undefined };
  sport: { id: number; name: string } | undefined;
}

export function JoinWaitlist({ slots, wishes, sport }: TellMeProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const wishText = useWishText(slots.timezone);
  const join = useMutation({
    ...endpointMutation(waitlist.join),
    onSettled: () => cache.invalidateQueries({ queryKey: [waitlist.own.name] }),
  });
  const awaited = listAwaitedStarts(slots);
  const [first, last] = [awaited[0], awaited.at(-1)];
  if (!slots.canWait || first === undefined || last === undefined) return null;
  const when = wishText(first, last);
  const what = sport ? t("waitlist.whatWhen", { what: sport.name, when }) : when;
  const joined = join.data?.data;
  const isJoined = joined?.firstStart === first && joined.lastStart === last && joined.sport?.id === sport?.id;
  const wait = () =>
    join.mutate({
      params: { organizationId },
      body: {
        ...{ sportId: sport?.id, space: wishes.space, people: wishes.people, date: slots.asked.date },
        ...{ from: localTime(first, slots.timezone), to: localTime(last, slots.timezone) },
        durations: [slots.asked.duration],
      },
    });
  const Icon = isJoined ? BellRing : Hourglass;
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 px-4 py-3">
        <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
          <Icon className="size-4" />
        </span>
        <p role="status" className="min-w-48 flex-1 text-13">
          {isJoined ? (
            <>
              {t("waitlist.willBeTold", { what })}{" "}
              <Link to="/my-bookings" className={textLinkClass}>
                {t("waitlist.mine")}
              </Link>
            </>
          ) : (
            <>
              <span className="block font-medium">{t("waitlist.allTaken", { what })}</span>
              <span className="block text-ink-2">{t("waitlist.waitHint")}</span>
            </>
          )}
        </p>
        {!isJoined && (
          <Button pending={join.isPending} onClick={wait} className="max-sm:h-11 max-sm:w-full">
            {t("waitlist.tellMe")}
          </Button>
        )}
      </div>
    </Card>
  );
}

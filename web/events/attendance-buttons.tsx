/** Marks whether who booked came (no-show, check-in); pressed again, the mark is taken back. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserRoundCheck, UserRoundX } from "lucide-react";
import { type Event, events } from "#contract/events.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { charges } from "#contract/charges.ts";
import { attendanceLabels } from "./labels.ts";
import { NoShowFee } from "./no-show-fee.tsx";

const choices = [
  { attendance: "arrived", Icon: UserRoundCheck },
  { attendance: "no_show", Icon: UserRoundX },
] as const;

export function AttendanceButtons({ event }: { event: Event }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const mark = useMutation({
    ...endpointMutation(events.markAttendance, { quiet: "outcome" }),
    onSuccess: async () => {
      invalidateEventQueries(cache);
      await cache.invalidateQueries({ queryKey: [charges.list.name] });
    },
  });
  const params = { organizationId: event.organizationId, eventId: event.id };
  const isWaiving = mark.isPending && mark.variables.body?.withFee === false;
  return (
    <div role="group" aria-label={t("events.attendance")} className="flex flex-wrap items-center gap-2">
      {choices.map(({ attendance, Icon }) => {
        const isMarked = event.attendance === attendance;
        return (
          <Button
            key={attendance}
            aria-pressed={isMarked}
            pending={mark.isPending && !isWaiving && mark.variables.body?.attendance === attendance}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            onClick={() => mark.mutate({ params, body: { attendance: isMarked ? null : attendance } })}
          >
            <Icon aria-hidden />
            {t(attendanceLabels[attendance])}
          </Button>
        );
      })}
      <NoShowFee
        event={event}
        isPending={isWaiving}
        onWaive={() => mark.mutate({ params, body: { attendance: "no_show", withFee: false } })}
      />
    </div>
  );
}

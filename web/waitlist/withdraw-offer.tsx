/** Withdraws an offer of the waitlist in the panel of the planning, so that the team can book somebody else: to whom, until when. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import type { Event } from "#contract/events.ts";
import { waitlist } from "#contract/waitlist.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

/** @param onTakenBack the event is none any more */
export function WithdrawOffer({ event, onTakenBack }: { event: Event; onTakenBack: () => void }) {
  const t = useTranslation();
  const { can, path } = useScope();
  const cache = useQueryClient();
  const { time } = useDateFormats(event.timezone);
  const { id: eventId, organizationId, name, holdExpiresAt } = event;
  const until = holdExpiresAt === null ? "" : time(holdExpiresAt);
  const withdraw = useMutation({
    ...endpointMutation(waitlist.withdraw),
    onSettled: () => invalidateEventQueries(cache),
  });
  return (
    <section className="grid gap-3 border-t border-line px-4 py-3">
      <p className="flex items-start gap-2 text-13 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        <Hourglass aria-hidden />
        {t("waitlist.offeredTo", { name, until })}
      </p>
      {can("members.show") && (
        <Link to={path("/waitlist")} className={`${textLinkClass} text-13`}>
          {t("waitlist.who")}
        </Link>
      )}
      {can("events.override") && (
        <ConfirmButton
          quiet={false}
          label={t("waitlist.takeBack")}
          title={t("waitlist.takeBackTitle", { name, until })}
          confirm={t("waitlist.takeBack")}
          onConfirm={async () => {
            await withdraw.mutateAsync({ params: { organizationId, eventId }, body: {} });
            onTakenBack();
          }}
        >
          {t("waitlist.takeBackText", { name })}
        </ConfirmButton>
      )}
    </section>
  );
}

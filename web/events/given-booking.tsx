/** Tells before a booking is given to another customer what ends: its players came by the first one. */
import { useQuery } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import { participants } from "#contract/participants.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export function GivenBooking({ event }: { event: Event }) {
  const t = useTranslation();
  const { organizationId, id: eventId, customer } = event;
  const chosen = useFieldText("customer.customerId");
  const isGiven = customer !== null && chosen !== (customer.customerId ?? "");
  const { data } = useQuery({
    ...endpointQuery(participants.ofBooking, { params: { organizationId, eventId } }, { quiet: true }),
    enabled: isGiven,
  });
  const found = data?.data;
  const count = found?.players.filter(({ state }) => state === "invited" || state === "accepted").length ?? 0;
  const split = found?.split;
  const isTold = isGiven && (count > 0 || (split ?? null) !== null || found?.hasLink === true);
  return (
    <div role="status" className="empty:hidden rounded-lg bg-amber-bg px-3 py-2.5 text-13 text-amber-fg">
      {isTold && (
        <>
          {count > 0 ? (
            <p>{t("events.givenPlayers", { count })}</p>
          ) : (
            found?.hasLink === true && <p>{t("events.givenLink")}</p>
          )}
          {split && <p>{t(split.isSettled ? "events.givenSettled" : "events.givenShares")}</p>}
        </>
      )}
    </div>
  );
}

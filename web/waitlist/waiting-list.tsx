/** One's own places in waitlists, with offers to answer: on the page of one's bookings. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { waitlist, type WaitlistEntry, type WaitlistOffer } from "#contract/waitlist.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { passOverLabels } from "./labels.ts";
import { OfferCountdown } from "./offer-answers.tsx";
import { OwnOfferAnswers } from "./own-offer.tsx";
import { useWishText } from "./use-wish-text.ts";

const POLL_MS = 60_000;

export function WaitingList() {
  const t = useTranslation();
  // No stream tells of it: offers last for minutes.
  const { data } = useQuery({
    ...endpointQuery(waitlist.own, undefined, { quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: POLL_MS,
  });
  const entries = data?.data ?? [];
  if (entries.length === 0) return null;
  const offered = entries.filter(({ offer }) => offer !== null);
  const waiting = entries.filter(({ offer }) => offer === null);
  return (
    <>
      {offered.length > 0 && (
        <Card title={t("waitlist.offeredToYou")}>
          <ul className="divide-y divide-line" aria-label={t("waitlist.offeredToYou")}>
            {offered.map((entry) => entry.offer && <OfferRow key={entry.id} offer={entry.offer} />)}
          </ul>
        </Card>
      )}
      {waiting.length > 0 && (
        <Card title={t("waitlist.mine")}>
          <ul className="divide-y divide-line" aria-label={t("waitlist.mine")}>
            {waiting.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

const Mark = () => (
  <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
    <Hourglass className="size-4" />
  </span>
);

function OfferRow({ offer }: { offer: WaitlistOffer }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { dateTimeRange, withOtherZoneName } = useDateFormats(offer.timezone);
  const refresh = () => {
    invalidateEventQueries(cache);
    return cache.invalidateQueries({ queryKey: [waitlist.own.name] });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 px-4 py-3">
      <Mark />
      <span className="min-w-48 flex-1">
        <span className="block text-sm font-medium">{offer.sport?.name ?? offer.field.name}</span>
        <span className="block text-13 text-ink-2 tnum">
          {withOtherZoneName(dateTimeRange(offer.startTime, offer.endTime), offer.startTime)}
        </span>
        <span className="block text-13 text-ink-3">
          {offer.field.name} · {offer.organization.name}
        </span>
        <OfferCountdown offer={offer} onOver={() => void refresh()} />
      </span>
      <OwnOfferAnswers offer={offer} className="flex flex-wrap gap-1.5 max-sm:w-full max-sm:*:grow" />
      <span className="sr-only">{t("waitlist.offerNote")}</span>
    </li>
  );
}

function EntryRow({ entry }: { entry: WaitlistEntry }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const wishText = useWishText(entry.timezone);
  const { duration } = useDateFormats(entry.timezone);
  const leave = useMutation({
    ...endpointMutation(waitlist.leave),
    onSettled: () => cache.invalidateQueries({ queryKey: [waitlist.own.name] }),
  });
  const { id, organization, field, facility, sport, firstStart, lastStart, durations, passedOver } = entry;
  const what = field?.name ?? sport?.name ?? t("waitlist.anyField");
  const when = wishText(firstStart, lastStart);
  const details = [durations.map((minutes) => duration(minutes)).join(", "), facility?.name, organization.name];
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
      <Mark />
      <span className="min-w-48 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          {what} <Badge tone="amber">{t("waitlist.waiting")}</Badge>
        </span>
        <span className="block text-13 text-ink-2 first-letter:uppercase tnum">{when}</span>
        <span className="block text-13 text-ink-3">{details.filter(Boolean).join(" · ")}</span>
        {passedOver && <span className="mt-0.5 block text-13 text-ink-2">{t(passOverLabels[passedOver.reason])}</span>}
      </span>
      <ConfirmButton
        label={t("waitlist.leave")}
        aria-label={t("waitlist.leaveOf", { what: t("waitlist.whatWhen", { what, when }) })}
        title={t("waitlist.leaveTitle")}
        confirm={t("waitlist.leave")}
        onConfirm={() => leave.mutateAsync({ params: { organizationId: organization.id, waitlistEntryId: id } })}
      >
        {t("waitlist.leaveText")}
      </ConfirmButton>
    </li>
  );
}

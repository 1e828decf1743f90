/** An offer by the link of its mail: shown without a session, and answered by a press. */
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { waitlist, type WaitlistOffer } from "#contract/waitlist.ts";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { BackToApp } from "#web/accounts/back-to-app.tsx";
import { LinkRefused } from "#web/accounts/link-refused.tsx";
import { usePriceText } from "#web/availability/price-text.ts";
import { ApiError, call, firstErrorMessage } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { offerEndLabels } from "./labels.ts";
import { OfferAnswers, OfferCountdown } from "./offer-answers.tsx";

export const OfferPage = () => (
  <QueryClientProvider client={queryClient}>
    <Entry />
  </QueryClientProvider>
);

function Entry() {
  const t = useTranslation();
  const { secret = "" } = useParams({ strict: false });
  const { data, error } = useQuery({
    queryKey: [waitlist.look.name, secret],
    queryFn: () => call(waitlist.look, { body: { secret } }, { quiet: true }),
    retry: false,
    staleTime: 0,
  });
  if (error) return <LinkRefused title={t("waitlist.linkTitle")} wrong={t("waitlist.linkWrong")} error={error} />;
  if (!data) return <Waiting />;
  return <Offer secret={secret} offer={data.data} />;
}

const Waiting = () => (
  <div className="grid gap-4" aria-busy>
    <Skeleton className="h-8 w-56" />
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-10 w-full" />
  </div>
);

function Offer({ secret, offer }: { secret: string; offer: WaitlistOffer }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const priceText = usePriceText();
  const { weekdayDate, timeRange, withOtherZoneName } = useDateFormats(offer.timezone);
  const { organization, field, facility, sport, startTime, endTime, status } = offer;
  const what = sport?.name ?? field.name;
  const refresh = () => cache.invalidateQueries({ queryKey: [waitlist.look.name] });
  const take = useMutation({
    mutationFn: ({ payment }: { payment?: "online" | "on_site" }) =>
      call(waitlist.takeByLink, { body: { secret, ...(payment && { payment }) } }, { quiet: true }),
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: () => call(waitlist.declineByLink, { body: { secret } }, { quiet: true }),
    onSettled: refresh,
  });
  const error = take.error ?? decline.error;
  const pending = decline.isPending ? "decline" : take.isPending ? (take.variables.payment ?? "take") : undefined;
  return (
    <div className="grid gap-5">
      <PublicPageHeading title={status === "open" ? t("waitlist.isFree", { what }) : t(offerEndLabels[status])}>
        {organization.name}
      </PublicPageHeading>
      <DescriptionList>
        <DescriptionItem name={t("events.mailWhen")}>
          <span className="block first-letter:uppercase">{weekdayDate(startTime)}</span>
          <span className="tnum">{withOtherZoneName(timeRange(startTime, endTime), startTime)}</span>
        </DescriptionItem>
        <DescriptionItem name={t("events.field")}>
          {field.name} · {facility.name}
        </DescriptionItem>
        <DescriptionItem name={t("events.price")}>{priceText(offer.price, offer.currency)}</DescriptionItem>
      </DescriptionList>
      {status === "open" ? (
        <>
          <OfferCountdown offer={offer} onOver={() => void refresh()} />
          <OfferAnswers
            offer={offer}
            size="lg"
            pending={pending}
            onTake={(payment) => take.mutate(payment ? { payment } : {})}
            onDecline={() => decline.mutate()}
            className="grid gap-2"
          />
          <p className="text-13 text-ink-3">{t("waitlist.offerNote")}</p>
        </>
      ) : status === "taken" ? (
        <>
          <p className="text-13 text-ink-2">{t("waitlist.takenNote")}</p>
          <Link
            to={scopePath(organization.id, `/bookings/${offer.eventId}`)}
            className={buttonClass("primary", "lg", "w-full")}
          >
            {t("waitlist.seeBooking")}
          </Link>
        </>
      ) : (
        <>
          <p className="text-13 text-ink-2">{t("waitlist.placeKept")}</p>
          <BackToApp />
        </>
      )}
      {error && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
          {error instanceof ApiError ? firstErrorMessage(error) : error.message}
        </p>
      )}
    </div>
  );
}

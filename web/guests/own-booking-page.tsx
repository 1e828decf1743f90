/** A booking by the secret of its address, for who has no account: read, pay, move, cancel, take along to a calendar. */
import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Gift, UserPlus } from "lucide-react";
import { useState } from "react";
import { type GuestBooking, guests } from "#contract/guests.ts";
import { PublicPageHeading, publicPageLinkClass } from "#web/accounts/public-layout.tsx";
import { LinkRefused } from "#web/accounts/link-refused.tsx";
import { usePriceText } from "#web/availability/price-text.ts";
import { BookingSummary } from "#web/bookings/booking-summary.tsx";
import { CancellationCard } from "#web/bookings/cancellation-card.tsx";
import { ContactLinks } from "#web/general/contact-links.tsx";
import { ApiError, call, firstErrorMessage } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { PrepaidForm } from "#web/payments/prepaid-form.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { ownBookingQuery } from "./own-booking.ts";
import { OwnPlayers } from "./own-players.tsx";
import { BookingSkeleton } from "./booking-skeleton.tsx";

export const OwnBookingPage = () => (
  <QueryClientProvider client={queryClient}>
    <Entry />
  </QueryClientProvider>
);

function Entry() {
  const t = useTranslation();
  const { secret = "" } = useParams({ strict: false });
  const { data, error } = useQuery({ ...ownBookingQuery(secret), retry: false, staleTime: 0 });
  if (error) return <LinkRefused title={t("bookings.yours")} wrong={t("guests.linkWrong")} error={error} />;
  if (!data) return <BookingSkeleton />;
  const booking = data.data;
  return (
    <div className="grid gap-4">
      <style>{booking.accentStyle}</style>
      <PublicPageHeading title={t("bookings.yours")}>{booking.organization.name}</PublicPageHeading>
      <BookingSummary
        booking={booking}
        onCalendarFile={() => download(guests.calendar, { params: { secret } }, "booking.ics")}
      />
      <OwnPlayers secret={secret} />
      <PaymentCard secret={secret} booking={booking} />
      <CancellationCard booking={booking} changes={<Changes secret={secret} booking={booking} />} />
      <Club booking={booking} />
      {!booking.hasAccount && booking.mayJoin && booking.slug !== null && booking.email && (
        <KeepInAccount slug={booking.slug} name={booking.name} email={booking.email} />
      )}
    </div>
  );
}

function PaymentCard({ secret, booking }: { secret: string; booking: GuestBooking }) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { time } = useDateFormats(booking.timezone);
  const { price, priceLines, currency, paid, due, status, holdExpiresAt } = booking;
  const [isOpening, setOpening] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (price === 0 && paid === 0) return null;
  const lines = [
    ...(priceLines.length > 1
      ? priceLines.map(
          ({ label, quantity, total }) => [quantity > 1 ? `${label} × ${quantity}` : label, total] as const,
        )
      : []),
    [t("payments.price"), price] as const,
    ...(paid > 0 ? [[t("bookings.paidByYou"), paid] as const] : []),
    ...(due > 0 ? [[t("payments.due"), due] as const] : []),
  ];
  const pay = async () => {
    setOpening(true);
    setFailure(undefined);
    try {
      const { data } = await call(guests.checkout, { params: { secret }, body: {} }, { quiet: true });
      location.assign(data.url);
    } catch (error) {
      setFailure(error instanceof ApiError ? firstErrorMessage(error) : t("kit.wrong"));
      setOpening(false);
    }
  };
  return (
    <Card title={t("payments.one")}>
      <div className="grid gap-3 p-4">
        <dl className="grid gap-2 text-13 tnum">
          {lines.map(([name, amount]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="[overflow-wrap:anywhere] text-ink-2">{name}</dt>
              <dd className="whitespace-nowrap">{priceText(amount, currency)}</dd>
            </div>
          ))}
        </dl>
        {due > 0 && status === "to_pay" && (
          <>
            {holdExpiresAt && (
              <p className="text-13 text-ink-2">{t("guests.payBefore", { time: time(holdExpiresAt) })}</p>
            )}
            <Button variant="primary" size="lg" pending={isOpening} onClick={() => void pay()}>
              {t("guests.pay", { price: priceText(due, currency) })}
            </Button>
          </>
        )}
        {due > 0 && booking.takesVouchers && <VoucherPayment secret={secret} booking={booking} />}
        {due > 0 && status === "confirmed" && <p className="text-13 text-ink-2">{t("bookings.payAtDesk")}</p>}
        {failure && (
          <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
            {failure}
          </p>
        )}
      </div>
    </Card>
  );
}

function VoucherPayment({ secret, booking: { due, currency } }: { secret: string; booking: GuestBooking }) {
  const t = useTranslation();
  const cache = useQueryClient();
  return (
    <DialogButton
      size="lg"
      icon={<Gift aria-hidden />}
      label={t("vouchers.one")}
      title={t("vouchers.one")}
      description={t("payments.payAheadText")}
    >
      {(close) => (
        <PrepaidForm
          {...{ due, currency }}
          means={{ wallet: 0, takesVouchers: true }}
          findVoucher={async (code) =>
            (await call(guests.checkVoucher, { params: { secret }, body: { code } }, { quiet: true })).data
          }
          onPay={async ({ amount, voucherCode }) => {
            const body = { voucherCode: voucherCode ?? "", amount };
            const answer = await call(guests.payByVoucher, { params: { secret }, body }, { quiet: "outcome" });
            cache.setQueryData(ownBookingQuery(secret).queryKey, answer);
            close();
          }}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

const bigClass = "h-11! flex-1 rounded-lg! text-sm!";

function Changes({ secret, booking }: { secret: string; booking: GuestBooking }) {
  const t = useTranslation();
  const [asks, setAsks] = useState<"move" | "cancel">();
  const [isMoved, setMoved] = useState(false);
  const close = () => setAsks(undefined);
  const { longDay, time } = useDateFormats(booking.timezone);
  return (
    <div className="flex flex-wrap gap-2">
      <p
        role="status"
        className={isMoved ? "w-full rounded-md bg-lime-bg px-3 py-2.5 text-13 text-lime-fg" : "sr-only"}
      >
        {isMoved &&
          t("guests.movedTo", {
            day: longDay(booking.startTime),
            time: time(booking.startTime),
            field: booking.field.name,
          })}
      </p>
      {booking.actions.includes("move") && booking.slug !== null && (
        <Button size="lg" className={bigClass} aria-haspopup="dialog" onClick={() => setAsks("move")}>
          {t("events.move")}
        </Button>
      )}
      <Button
        variant="danger-quiet"
        size="lg"
        className={bigClass}
        aria-haspopup="dialog"
        onClick={() => setAsks("cancel")}
      >
        {t("bookings.cancel")}
      </Button>
      <Dialog open={asks === "cancel"} onOpenChange={close} title={t("bookings.cancelTitle")} size="question">
        <CancelQuestion secret={secret} booking={booking} onClose={close} />
      </Dialog>
      <Dialog open={asks === "move"} onOpenChange={close} title={t("bookings.moveTitle")}>
        <MoveDialog
          secret={secret}
          booking={booking}
          onMoved={() => {
            setMoved(true);
            close();
          }}
        />
      </Dialog>
    </div>
  );
}

interface CancelQuestionProps {
  secret: string;
  booking: GuestBooking;
  onClose: () => void;
}

function CancelQuestion({ secret, booking, onClose }: CancelQuestionProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [isCanceling, setCanceling] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { paid, currency, cancellation } = booking;
  const { refundNow } = cancellation;
  const cancel = async () => {
    setCanceling(true);
    setFailure(undefined);
    try {
      const body = paid > 0 ? { refund: refundNow } : {};
      const answer = await call(guests.cancel, { params: { secret }, body }, { quiet: "outcome" });
      cache.setQueryData(ownBookingQuery(secret).queryKey, answer);
      onClose();
    } catch (error) {
      setFailure(error instanceof ApiError ? firstErrorMessage(error) : t("kit.wrong"));
      setCanceling(false);
    }
  };
  return (
    <div className="grid gap-4">
      <p className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
        {paid === 0
          ? t("events.refundNothingPaid")
          : refundNow > 0
            ? t("bookings.refundAll", { amount: money(refundNow, currency) })
            : t("bookings.refundNothing")}
      </p>
      {failure && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("events.keep")}</Button>
        <Button variant="danger" pending={isCanceling} onClick={() => void cancel()}>
          {t("bookings.cancelNow")}
        </Button>
      </div>
    </div>
  );
}

function Club({ booking: { slug, organization, contact } }: { booking: GuestBooking }) {
  const t = useTranslation();
  return (
    <Card padded>
      <p className="font-medium [overflow-wrap:anywhere]">{organization.name}</p>
      <p className="mt-0.5 grid text-13 [overflow-wrap:anywhere] text-ink-2">
        <ContactLinks {...contact} />
        {slug !== null && (
          <a href={`/c/${slug}`} className={publicPageLinkClass}>
            {t("guests.bookAgain")}
          </a>
        )}
      </p>
    </Card>
  );
}

/** Registers with the address and the name filled in; a code proves the address there. */
function KeepInAccount({ slug, name, email }: { slug: string; name: string; email: string }) {
  const t = useTranslation();
  return (
    <Card padded>
      <div className="grid gap-3">
        <div>
          <h2 className="font-medium">{t("guests.keepTitle")}</h2>
          <p className="text-13 text-ink-2">{t("guests.keepText")}</p>
        </div>
        <Link
          to={`/join/${slug}`}
          search={{ email, name } as never}
          className={buttonClass("secondary", "lg", "w-full")}
        >
          <UserPlus aria-hidden />
          {t("guests.keep")}
        </Link>
      </div>
    </Card>
  );
}

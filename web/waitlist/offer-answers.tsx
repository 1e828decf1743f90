/** Buttons that answer an offer; what taking it binds to stands on them. */
import { Hourglass } from "lucide-react";
import type { WaitlistOffer } from "#contract/waitlist.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, type ButtonSize } from "#web/kit/ui/button.tsx";
import { Countdown } from "#web/kit/ui/countdown.tsx";

type Payment = WaitlistOffer["payments"][number];
const takeLabels = { online: "waitlist.takeAndPay", on_site: "waitlist.takeOnSite" } as const;

interface OfferAnswersProps {
  offer: WaitlistOffer;
  /** The answer that is on its way. */
  pending: Payment | "take" | "decline" | undefined;
  onTake: (payment: Payment | undefined) => void;
  onDecline: () => void;
  size?: ButtonSize;
  className?: string;
}

export function OfferAnswers({ offer, pending, onTake, onDecline, size = "md", className }: OfferAnswersProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  const price = priceText(offer.price, offer.currency);
  const isBusy = pending !== undefined;
  return (
    <div className={className}>
      {offer.payments.length === 0 ? (
        <Button
          variant="primary"
          size={size}
          disabled={isBusy}
          pending={pending === "take"}
          onClick={() => onTake(undefined)}
        >
          {t("waitlist.take")}
        </Button>
      ) : (
        offer.payments.map((payment, index) => (
          <Button
            key={payment}
            variant={index === 0 ? "primary" : "secondary"}
            size={size}
            disabled={isBusy}
            pending={pending === payment}
            onClick={() => onTake(payment)}
            className="h-auto min-h-8 py-1 whitespace-normal"
          >
            {t(takeLabels[payment], { price })}
          </Button>
        ))
      )}
      <Button variant="ghost" size={size} disabled={isBusy} pending={pending === "decline"} onClick={onDecline}>
        {t("waitlist.decline")}
      </Button>
    </div>
  );
}

/** @param onOver called once when the time is over */
export function OfferCountdown({ offer, onOver }: { offer: WaitlistOffer; onOver: () => void }) {
  const t = useTranslation();
  return (
    <span className="inline-flex items-center gap-1.5 text-13 text-ink-2">
      <Hourglass className="size-3.5 shrink-0" aria-hidden />
      <Countdown
        until={offer.expiresAt}
        label={t("waitlist.yoursFor")}
        over={t("waitlist.offerOver")}
        timeZone={offer.timezone}
        onOver={onOver}
      />
    </span>
  );
}

/** Button that pays a booking online: opens the provider's checkout page; counts down a hold. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CreditCard, Landmark } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { CardPurpose, SavedCardPurpose } from "#contract/card-shape.ts";
import { type Payment, payments, type ProviderName, type Refund } from "#contract/payments.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button, type ButtonSize } from "#web/kit/ui/button.tsx";
import { Countdown } from "#web/kit/ui/countdown.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { refundLabels, refundTones, stateLabels, stateTones } from "./labels.ts";

interface PayButtonProps {
  event: { organizationId: string; id: string };
  /** Undefined: the provider of the open session, else the first available one. */
  provider?: ProviderName | undefined;
  /** The payer agrees that the card is kept for this. */
  saveCard?: CardPurpose[] | undefined;
  variant?: "primary" | "secondary";
  size?: ButtonSize;
  children: ReactNode;
}

export function PayButton({ event: { organizationId, id }, provider, saveCard, ...button }: PayButtonProps) {
  const checkout = useMutation(endpointMutation(payments.checkout));
  const body = { ...(provider && { provider }), ...(saveCard && provider === "stripe" && { saveCard }) };
  return (
    <LeavingButton
      {...button}
      icon={provider === "bank_transfer" ? <Landmark aria-hidden /> : <CreditCard aria-hidden />}
      open={() => checkout.mutateAsync({ params: { organizationId, eventId: id }, body })}
    />
  );
}

/** Pays what one owes by its charge, as something that was bought. */
export function PayChargeButton({
  charge: { organizationId, chargeId, due },
  saveCard,
  ...button
}: Pick<PayButtonProps, "variant" | "size" | "children"> & {
  charge: { organizationId: string; chargeId: string; due: number };
  saveCard?: SavedCardPurpose[] | undefined;
}) {
  const checkout = useMutation(endpointMutation(payments.chargeCheckout));
  return (
    <LeavingButton
      {...button}
      open={() =>
        checkout.mutateAsync({
          params: { organizationId, chargeId },
          body: { amount: due, ...(saveCard && { saveCard }) },
        })
      }
    />
  );
}

interface LeavingButtonProps extends Pick<PayButtonProps, "variant" | "size" | "children"> {
  icon?: ReactNode;
  disabled?: boolean;
  open: () => Promise<{ data: { url: string } }>;
  /** Asks again for what the page shows. Default: for all about payments. */
  refresh?: () => void;
  /** Takes the failure that no toast tells of. */
  onFailure?: (error: Error | null) => void;
}

/** Leads to the page of a provider. */
export function LeavingButton({
  icon,
  disabled = false,
  open,
  refresh,
  onFailure,
  variant = "primary",
  size = "md",
  children,
}: LeavingButtonProps) {
  const cache = useQueryClient();
  const askAgain = () => (refresh ? refresh() : invalidatePaymentQueries(cache));
  const onRestored = useEffectEvent(askAgain);
  const [isOpening, setIsOpening] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  // The back button restores the page from the cache, with its pending state.
  useEffect(() => {
    const stay = ({ persisted }: PageTransitionEvent) => {
      setIsLeaving(false);
      // It may have been paid meanwhile.
      if (persisted) onRestored();
    };
    addEventListener("pageshow", stay);
    return () => removeEventListener("pageshow", stay);
  }, []);
  const pay = async () => {
    setIsOpening(true);
    onFailure?.(null);
    try {
      const { data } = await open();
      setIsLeaving(true);
      location.assign(data.url);
    } catch (error) {
      if (error instanceof Error) onFailure?.(error);
      askAgain();
    }
    setIsOpening(false);
  };
  return (
    <Button {...{ variant, size, disabled }} pending={isOpening || isLeaving} onClick={() => void pay()}>
      {icon ?? <CreditCard aria-hidden />}
      {children}
    </Button>
  );
}

interface PayButtonsProps extends Pick<PayButtonProps, "event" | "size" | "saveCard"> {
  providers: readonly ProviderName[];
  /** A bank transfer is awaited: it is not offered again, and no way of paying stands out. */
  hasTransfer: boolean;
  /** The provider's page was closed without a payment. */
  wasClosed: boolean;
  due: number;
  currency: string;
}

/** A button for each way in which a booking can be paid online. */
export function PayButtons({
  event,
  saveCard,
  size = "md",
  providers,
  hasTransfer,
  wasClosed,
  due,
  currency,
}: PayButtonsProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const labelOf = (provider: ProviderName) => {
    if (provider === "bank_transfer") return t("payments.payByTransfer");
    return wasClosed ? t("payments.payAgain") : t("payments.pay", { amount: money(due, currency) });
  };
  return providers
    .filter((provider) => provider !== "bank_transfer" || !hasTransfer)
    .map((provider, index) => (
      <PayButton
        key={provider}
        event={event}
        provider={provider}
        saveCard={saveCard}
        size={size}
        variant={index === 0 && !hasTransfer ? "primary" : "secondary"}
      >
        {labelOf(provider)}
      </PayButton>
    ));
}

const afterHoldPollMs = 4000;

/** Time left to pay; afterwards the page polls until the outcome is known. */
interface HoldCountdownProps {
  until: string;
  /** Time zone of the facility. */
  timeZone: string;
  isOwn: boolean;
}

export function HoldCountdown({ until, timeZone, isOwn }: HoldCountdownProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const [isOver, setOver] = useState(() => Date.parse(until) <= Date.now());
  useEffect(() => {
    if (!isOver) return undefined;
    invalidatePaymentQueries(cache);
    const timer = setInterval(() => invalidatePaymentQueries(cache), afterHoldPollMs);
    return () => clearInterval(timer);
  }, [cache, isOver]);
  return (
    <Countdown
      key={until}
      until={until}
      timeZone={timeZone}
      label={t(isOwn ? "payments.heldFor" : "payments.heldUntilPaid")}
      over={t("payments.holdRanOut")}
      onOver={() => setOver(true)}
    />
  );
}

export function TestModeBadge() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data } = useQuery({
    ...endpointQuery(payments.methods, { params: { organizationId } }, { quiet: true }),
    enabled: organizationId !== "",
  });
  return data?.data.mode === "test" ? <Badge tone="blue">{t("payments.testMark")}</Badge> : null;
}

export function PaymentBadges({ payment }: { payment: Payment }) {
  const t = useTranslation();
  const { provider, status, amount, refunded, isDisputed } = payment;
  const isExpected = provider === "bank_transfer" && status === "processing";
  return (
    <>
      <Badge tone={stateTones[status]} dot>
        {t(isExpected ? "payments.transferExpected" : stateLabels[status])}
      </Badge>
      {refunded > 0 && (
        <Badge>{t(refunded < amount ? "events.paymentPartiallyRefunded" : "events.paymentRefunded")}</Badge>
      )}
      {isDisputed && <Badge tone="rose">{t("payments.disputed")}</Badge>}
    </>
  );
}

/** A manual refund is pending until the team sends it. */
export function RefundBadge({ refund: { state, isManual, isOwed } }: { refund: Refund }) {
  const t = useTranslation();
  if (isOwed) return <Badge tone="rose">{t("payments.refundOwed")}</Badge>;
  const isWaiting = isManual && state === "pending";
  return (
    <Badge tone={isWaiting ? "rose" : refundTones[state]}>
      {t(isWaiting ? "payments.refundToSend" : refundLabels[state])}
    </Badge>
  );
}

/** Paying online: the way to the provider's page, and how long a slot is held for who pays. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { type Payment, payments } from "#contract/payments.ts";
import { refreshMoney } from "#web/availability/refresh.ts";
import { read, write } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { Button, type ButtonSize } from "#web/kit/button.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { stateLabels, stateTones } from "./labels.ts";

interface PayButtonProps {
  event: { organizationId: string; id: string };
  size?: ButtonSize;
  /** "Pay €18.00", "Try again". */
  children: ReactNode;
}

/** Leads to the provider's page. What stands in the way is said in a toast, and shown as it stands now. */
export function PayButton({ event: { organizationId, id }, size = "md", children }: PayButtonProps) {
  const cache = useQueryClient();
  const checkout = useMutation(write(payments.checkout));
  const [isLeaving, setIsLeaving] = useState(false);
  // Whoever comes back by the browser's own button finds the page as it was left.
  useEffect(() => {
    const stay = () => setIsLeaving(false);
    addEventListener("pageshow", stay);
    return () => removeEventListener("pageshow", stay);
  }, []);
  const pay = async () => {
    try {
      const { data } = await checkout.mutateAsync({ params: { organizationId, eventId: id }, body: {} });
      setIsLeaving(true);
      location.assign(data.url);
    } catch {
      refreshMoney(cache);
    }
  };
  return (
    <Button variant="primary" size={size} pending={checkout.isPending || isLeaving} onClick={() => void pay()}>
      <CreditCard aria-hidden />
      {children}
    </Button>
  );
}

/** Seconds until an instant, counted down; 0 when it is over. @param onOver once, when that happens here */
export function useSecondsLeft(until: string, onOver?: () => void): number {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) onOver?.();
    }, 1000);
    return () => clearInterval(timer);
  }, [end, isOver, onOver]);
  return left;
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** How long it is still held. */
export function Countdown({ until, label, onOver }: { until: string; label: string; onOver?: () => void }) {
  const t = useWords();
  const left = useSecondsLeft(until, onOver);
  if (left === 0) return <span>{t("payments.holdRanOut")}</span>;
  return (
    <span className="whitespace-nowrap">
      {label}{" "}
      <span role="timer" className="font-semibold tnum">
        {clock(left)}
      </span>
    </span>
  );
}

const overMs = 4000;

/** The time that is left to pay; afterwards the page asks what became of it until it is known. */
export function Hold({ until, isOwn }: { until: string; isOwn: boolean }) {
  const t = useWords();
  const cache = useQueryClient();
  const [isOver, setOver] = useState(() => Date.parse(until) <= Date.now());
  useEffect(() => {
    if (!isOver) return undefined;
    refreshMoney(cache);
    const timer = setInterval(() => refreshMoney(cache), overMs);
    return () => clearInterval(timer);
  }, [cache, isOver]);
  return (
    <Countdown
      key={until}
      until={until}
      label={t(isOwn ? "payments.heldFor" : "payments.heldUntilPaid")}
      onOver={() => setOver(true)}
    />
  );
}

/** Said wherever money shows that is none. */
export function TestMark() {
  const t = useWords();
  const { organizationId } = useScope();
  const { data } = useQuery({
    ...read(payments.ways, { params: { organizationId } }, { quiet: true }),
    enabled: organizationId !== "",
  });
  return data?.data.mode === "test" ? <Badge tone="blue">{t("payments.testMark")}</Badge> : null;
}

/** How a payment stands: whether it came in, went back, or is disputed. */
export function PaymentBadges({ payment: { status, amount, refunded, isDisputed } }: { payment: Payment }) {
  const t = useWords();
  return (
    <>
      <Badge tone={stateTones[status]} dot>
        {t(stateLabels[status])}
      </Badge>
      {refunded > 0 && (
        <Badge>{t(refunded < amount ? "events.paymentPartiallyRefunded" : "events.paymentRefunded")}</Badge>
      )}
      {isDisputed && <Badge tone="rose">{t("payments.disputed")}</Badge>}
    </>
  );
}

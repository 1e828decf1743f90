/** Says before and after a payment is recorded to which addresses a receipt is mailed, and asks for one where none is known. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { customers } from "#contract/customers.ts";
import { payments } from "#contract/payments.ts";
import { isReachable } from "#web/customers/is-reachable.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";

interface ReceiptNoticeProps {
  /** One event of each customer whose events are paid. */
  eventIds: readonly string[];
}

export function ReceiptNotice({ eventIds }: ReceiptNoticeProps) {
  const { organizationId } = useScope();
  const asked = useQueries({
    queries: eventIds.map((eventId) =>
      endpointQuery(payments.ofEvent, { params: { organizationId, eventId } }, { quiet: true }),
    ),
  });
  const known = asked.flatMap(({ data }) => data ?? []);
  if (known.length < eventIds.length || known.length === 0) return null;
  return (
    <ReceiptAddress
      addresses={[...new Set(known.flatMap(({ data }) => data.receiptTo ?? []))]}
      isAsked={known.some(({ data }) => data.asksReceiptAddress)}
    />
  );
}

/** @param isAsked whether no address is known, and one can be given in the form's field `email` */
export function ReceiptAddress({ addresses, isAsked }: { addresses: readonly string[]; isAsked: boolean }) {
  const t = useTranslation();
  return (
    <>
      {isAsked && (
        <TextField
          name="email"
          type="email"
          label={t("payments.receiptAddress")}
          hint={t("payments.receiptAddressHint")}
          autoComplete="off"
          optional
        />
      )}
      {(addresses.length > 0 || !isAsked) && (
        <p className="flex items-start gap-2 text-13 text-ink-2 [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
          <Mail aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {addresses.length > 0
              ? t("payments.receiptGoesTo", { addresses: addresses.join(", ") })
              : t("payments.receiptToNobody")}
          </span>
        </p>
      )}
    </>
  );
}

/** The receipt goes to the customer's address; without one, it is asked for. That of who reads their mails is known to the server. */
export function BuyerReceipt({ customerId }: { customerId: string }) {
  const { organizationId } = useScope();
  const buyer = useQuery({
    ...endpointQuery(customers.read, { params: { organizationId, customerId } }, { quiet: true }),
    enabled: customerId !== "",
  }).data?.data;
  if (!buyer || (!buyer.email && isReachable(buyer))) return null;
  return <ReceiptAddress addresses={buyer.email ? [buyer.email] : []} isAsked={!buyer.email && !buyer.userId} />;
}

/** For after a dialog has closed: while it is open, screen readers do not reach toasts. */
export const showOutcome = (description = ""): void =>
  void toast({ description, variant: "success", duration: OUTCOME_TOAST_MS });

/** @param message what the server says of the payment */
export function showRecorded(t: Translate, message: string, addresses: readonly string[]): void {
  const receipt = addresses.length > 0 && t("payments.receiptSentTo", { addresses: addresses.join(", ") });
  showOutcome(receipt ? `${message}. ${receipt}` : message);
}

/** Asks before a booking is canceled, with what comes back and how; afterwards it can be taken back for some seconds. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type Booking, bookings } from "#contract/bookings.ts";
import { events } from "#contract/events.ts";
import { type EventPayments, payments } from "#contract/payments.ts";
import { ExtrasBack } from "#web/availability/extras-back.tsx";
import { usePackText } from "#web/availability/pack-text.ts";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";

interface CancelBookingDialogProps {
  organizationId: string;
  eventId: string;
  open: boolean;
  onClose: () => void;
}

export function CancelBookingDialog({ open, onClose, ...params }: CancelBookingDialogProps) {
  const t = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onClose} title={t("bookings.cancelTitle")}>
      <CancelBooking params={params} onClose={onClose} />
    </Dialog>
  );
}

interface CancelBookingProps {
  params: { organizationId: string; eventId: string };
  onClose: () => void;
}

function CancelBooking({ params, onClose }: CancelBookingProps) {
  const { data, error, refetch } = useQuery(endpointQuery(bookings.read, { params }));
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  return <CancelBookingForm booking={data.data} onClose={onClose} />;
}

const CancelDraft = z.strictObject({ reason: z.nullish(z.string().check(z.trim(), z.maxLength(300))) });

function CancelBookingForm({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const params = { organizationId: booking.organization.id, eventId: booking.id };
  const cancel = useMutation(endpointMutation(events.cancel, { quiet: "outcome" }));
  const submit = async ({ reason }: z.output<typeof CancelDraft>) => {
    const refund = booking.cancellation.refundNow;
    const body = { reason, ...(booking.paid > 0 && { refund }) };
    const { data } = await cancel.mutateAsync({ params, body });
    invalidatePaymentQueries(cache);
    onClose();
    const done = t("bookings.canceledNow");
    const { refundDue, currency } = data;
    const text = refundDue > 0 ? t("events.doneAndRefund", { done, amount: money(refundDue, currency) }) : done;
    offerUndo(text, async () => {
      await call(events.restore, { params, body: {} }, { quiet: "outcome" });
      toast({ description: t("bookings.restored"), variant: "success", duration: OUTCOME_TOAST_MS });
      invalidatePaymentQueries(cache);
    });
  };
  return (
    <Form schema={CancelDraft} defaultValues={{ reason: "" }} guard={false} onSubmit={submit}>
      <RefundText booking={booking} />
      <ExtrasBack {...params} />
      <TextareaField name="reason" label={t("bookings.cancelReason")} rows={2} optional />
      <FormActions>
        <Button onClick={onClose}>{t("events.keep")}</Button>
        <SubmitButton variant="danger">{t("bookings.cancelNow")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** The newest payments are given back first, as the server does. */
function splitRefund(found: EventPayments | undefined, refund: number) {
  const parts = { byCard: 0, byClub: 0 };
  let left = refund;
  const newest = (found?.payments ?? []).toSorted((one, other) =>
    (other.paid_at ?? "").localeCompare(one.paid_at ?? ""),
  );
  for (const { method, refundable } of newest) {
    const part = Math.min(left, refundable);
    left -= part;
    parts[method === "card" ? "byCard" : "byClub"] += part;
  }
  return parts;
}

/** Says what comes back, and how: to the card by itself, otherwise by the club. */
function RefundText({ booking }: { booking: Booking }) {
  const { pack, cancellation } = booking;
  const { backText } = usePackText();
  return pack ? (
    <p className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
      {backText(pack, cancellation.steps[0]?.percent ?? 0)}
    </p>
  ) : (
    <MoneyRefundText booking={booking} />
  );
}

function MoneyRefundText({ booking: { organization, id, cancellation, paid, currency } }: { booking: Booking }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { data } = useQuery({
    ...endpointQuery(payments.ofEvent, { params: { organizationId: organization.id, eventId: id } }, { quiet: true }),
    enabled: paid > 0,
  });
  const { refundNow } = cancellation;
  const { byCard, byClub } = splitRefund(data?.data, refundNow);
  return (
    <div className="grid gap-1.5 rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
      {refundNow > 0 && refundNow < paid && (
        <p>{t("bookings.refundShare", { percent: cancellation.steps[0]?.percent ?? 0 })}</p>
      )}
      {refundNow === 0 && <p>{t(paid > 0 ? "bookings.refundNothing" : "events.refundNothingPaid")}</p>}
      {refundNow > 0 && !data && <p>{t("bookings.refundAll", { amount: money(refundNow, currency) })}</p>}
      {refundNow > 0 && byCard > 0 && <p>{t("bookings.refundCard", { amount: money(byCard, currency) })}</p>}
      {refundNow > 0 && byClub > 0 && <p>{t("bookings.refundClub", { amount: money(byClub, currency) })}</p>}
    </div>
  );
}

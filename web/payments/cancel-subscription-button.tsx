/** Cancels a membership today, once what comes back for the days that are left is shown. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { PaymentDraft, payments, type SubscriptionCancellation } from "#contract/payments.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import type { SubscriptionActionProps } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SegmentedField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormActions, useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { ConcernedBookings } from "#web/subscriptions/concerned-bookings.tsx";
import { DeskField } from "./desk-field.tsx";

export default function CancelSubscriptionButton(subscription: SubscriptionActionProps) {
  const t = useTranslation();
  const { can } = useScope();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!can(payments.cancelSubscription)) return null;
  const title = t("subscriptions.cancelNamed", { name: subscription.name });
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" aria-label={title} onClick={() => setOpen(true)}>
        {t("subscriptions.cancelToday")}
      </Button>
      <Dialog open={isOpen} onOpenChange={close} title={title} description={t("subscriptions.cancelText")}>
        {isOpen && <Cancellation subscription={subscription} onClose={close} />}
      </Dialog>
    </>
  );
}

interface CancellationProps {
  subscription: SubscriptionActionProps;
  onClose: () => void;
}

const paramsOf = ({ organizationId, subscriptionId }: SubscriptionActionProps) => ({ organizationId, subscriptionId });

function Cancellation({ subscription, onClose }: CancellationProps) {
  const t = useTranslation();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(payments.subscriptionCancellation, { params: paramsOf(subscription) }, { quiet: true }),
    gcTime: 0,
    staleTime: 0,
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  if (data.data.refusal !== null)
    return (
      <>
        <p className="text-13">{data.data.refusal}</p>
        <FormActions className="pt-4">
          <Button onClick={onClose}>{t("kit.close")}</Button>
        </FormActions>
      </>
    );
  return <CancellationForm subscription={subscription} outcome={data.data} onClose={onClose} />;
}

const CancellationDraft = z.strictObject({
  refund: z.boolean(),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  tillId: PaymentDraft.shape.tillId,
});

function CancellationForm({
  subscription,
  outcome,
  onClose,
}: CancellationProps & { outcome: SubscriptionCancellation }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const cancel = useMutation(endpointMutation(payments.cancelSubscription));
  const amount = money(outcome.amount, outcome.currency);
  return (
    <Form
      schema={CancellationDraft}
      defaultValues={{ refund: true, reason: "", tillId: null }}
      guard={false}
      onSubmit={async ({ reason, refund, tillId }) => {
        const body = { reason, refund, ...(refund && tillId && { tillId }) };
        await cancel.mutateAsync({ params: paramsOf(subscription), body, idempotencyKey: keyOf(body) });
        await refetchPaymentQueries(cache);
        onClose();
      }}
    >
      <Outcome outcome={outcome} />
      {outcome.amount > 0 && (
        <>
          <SegmentedField
            name="refund"
            label={t("subscriptions.cancelMoney")}
            options={[
              { value: true, label: t("subscriptions.cancelGiveBack", { amount }) },
              { value: false, label: t("subscriptions.cancelKeepAll") },
            ]}
          />
          <RefundTill method={outcome.method} />
        </>
      )}
      <ConcernedBookings {...paramsOf(subscription)} />
      <TextField name="reason" label={t("packs.reason")} autoComplete="off" required />
      <DialogFormActions onClose={onClose}>{t("subscriptions.cancelToday")}</DialogFormActions>
    </Form>
  );
}

/** The till that gives cash back. */
function RefundTill({ method }: Pick<SubscriptionCancellation, "method">) {
  const isRefunded = useFieldValue("refund") === true;
  return isRefunded && method !== null ? <DeskField method={method} facilityIds={null} /> : null;
}

function Outcome({ outcome }: { outcome: SubscriptionCancellation }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { usedDays: used, ofDays: of, kept, amount, forgiven, method, currency } = outcome;
  const back = money(amount, currency);
  return (
    <DescriptionList className="rounded-xl border border-line tnum">
      <DescriptionItem name={t("subscriptions.cancelUsed")}>
        {t("subscriptions.cancelUsedDays", { used, of })}
      </DescriptionItem>
      <DescriptionItem name={t("subscriptions.cancelKept")}>{money(kept, currency)}</DescriptionItem>
      {amount > 0 && (
        <DescriptionItem name={t("subscriptions.cancelBack")}>
          {method ? t("subscriptions.cancelBackBy", { amount: back, method: t(paymentMethodLabels[method]) }) : back}
        </DescriptionItem>
      )}
      {forgiven > 0 && (
        <DescriptionItem name={t("subscriptions.cancelForgiven")}>{money(forgiven, currency)}</DescriptionItem>
      )}
    </DescriptionList>
  );
}

/** Gives back the rest of a pack as money, once its sum is shown. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { type PackRefund, PaymentDraft, payments } from "#contract/payments.ts";
import { usePackText } from "#web/availability/pack-text.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import type { PackActionProps } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormActions } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { DeskField } from "./desk-field.tsx";

export default function RefundPackButton(pack: PackActionProps) {
  const t = useTranslation();
  const { can } = useScope();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!can(payments.refundPack)) return null;
  return (
    <>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={t("packs.refundNamed", { name: pack.name })}
        onClick={() => setOpen(true)}
      >
        {t("packs.refundRest")}
      </Button>
      <Dialog open={isOpen} onOpenChange={close} title={t("packs.refundNamed", { name: pack.name })}>
        {isOpen && <RefundPack pack={pack} onClose={close} />}
      </Dialog>
    </>
  );
}

type Refundable = PackRefund & { method: NonNullable<PackRefund["method"]> };

interface RefundPackProps {
  pack: PackActionProps;
  onClose: () => void;
}

function RefundPack({ pack, onClose }: RefundPackProps) {
  const t = useTranslation();
  const params = { organizationId: pack.organizationId, packId: pack.packId };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(payments.packRefund, { params }, { quiet: true }),
    gcTime: 0,
    staleTime: 0,
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  const { refusal, method } = data.data;
  if (method === null)
    return (
      <>
        <p className="text-13">{refusal}</p>
        <FormActions className="pt-4">
          <Button onClick={onClose}>{t("kit.close")}</Button>
        </FormActions>
      </>
    );
  return <RefundPackForm pack={pack} rest={{ ...data.data, method }} onClose={onClose} />;
}

const RefundDraft = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  tillId: PaymentDraft.shape.tillId,
});

function RefundPackForm({ pack, rest, onClose }: RefundPackProps & { rest: Refundable }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const { unitsText } = usePackText();
  const [keyOf] = useState(createIdempotencyKeys);
  const refund = useMutation(endpointMutation(payments.refundPack));
  const { units, amount, currency, method } = rest;
  return (
    <Form
      schema={RefundDraft}
      defaultValues={{ reason: "", tillId: null }}
      guard={false}
      onSubmit={async ({ reason, tillId }) => {
        const body = { reason, ...(tillId && { tillId }) };
        const params = { organizationId: pack.organizationId, packId: pack.packId };
        await refund.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        await refetchPaymentQueries(cache);
        onClose();
      }}
    >
      <p className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2 tnum">
        {t("packs.refundText", {
          units: pack.unit === "minutes" ? unitsText("minutes", units) : t("packs.unitsCount", { count: units }),
          amount: money(amount, currency),
          method: t(paymentMethodLabels[method]),
        })}
      </p>
      <DeskField method={method} facilityIds={null} />
      <TextField name="reason" label={t("packs.reason")} autoComplete="off" required />
      <DialogFormActions onClose={onClose}>{t("packs.refundRest")}</DialogFormActions>
    </Form>
  );
}

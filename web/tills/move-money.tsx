/** Money that goes into a till or out of it beside payments, and corrections. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowLeftRight, PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { type Till, type TillMovement, tillMethods, tills } from "#contract/tills.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { SegmentedField, SelectField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { amountInUnits, MoneyField } from "#web/payments/amount-field.tsx";
import { movementLabels } from "./labels.ts";

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));
const manualKinds = ["paid_out", "paid_in", "bank"] as const;
const MoveForm = z.strictObject({
  kind: z.enum(manualKinds),
  method: z.enum(tillMethods),
  amount: amountInUnits,
  reason,
});

interface OfTill {
  till: Pick<Till, "id" | "name">;
  currency: string;
}

function useMove(tillId: string) {
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const move = useMutation(endpointMutation(tills.move));
  return async (body: Parameters<typeof move.mutateAsync>[0]["body"]) => {
    const request = move.mutateAsync({ params: { organizationId, tillId }, body, idempotencyKey: keyOf(body) });
    // A refusal says that the till was closed: the page shows it.
    await request.catch((error: unknown) => {
      void refetchPaymentQueries(cache);
      throw error;
    });
    await refetchPaymentQueries(cache);
  };
}

const MethodField = ({ only = tillMethods }: { only?: readonly (typeof tillMethods)[number][] }) => {
  const t = useTranslation();
  return (
    <SelectField
      name="method"
      label={t("payments.method")}
      options={only.map((value) => ({ value, label: t(paymentMethodLabels[value]) }))}
    />
  );
};

export function MoveMoneyButton(props: OfTill) {
  const t = useTranslation();
  return (
    <DialogButton
      label={t("tills.move")}
      icon={<ArrowLeftRight aria-hidden />}
      title={t("tills.moveTitle", { name: props.till.name })}
      description={t("tills.moveText")}
    >
      {(close) => <MoveMoneyForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function MoveMoneyForm({ till, currency, onClose }: OfTill & { onClose: () => void }) {
  const t = useTranslation();
  const move = useMove(till.id);
  return (
    <Form
      schema={MoveForm}
      defaultValues={{ kind: "paid_out", method: "cash", amount: null, reason: "" }}
      guard={false}
      onSubmit={async ({ kind, method, amount, reason: why }) => {
        const of = kind === "bank" ? method : "cash";
        await move({ kind, method: of, amount: toMinorUnits(amount), reason: why });
        onClose();
      }}
    >
      <SegmentedField
        name="kind"
        label={t("tills.movement")}
        options={manualKinds.map((value) => ({ value, label: t(movementLabels[value]) }))}
      />
      <BankMethodField />
      <MoneyField name="amount" label={t("payments.amount")} currency={currency} />
      <TextField name="reason" label={t("tills.reason")} hint={t("tills.reasonHint")} autoComplete="off" required />
      <DialogFormActions onClose={onClose}>{t("tills.moveSave")}</DialogFormActions>
    </Form>
  );
}

const BankMethodField = () => (useFieldValue("kind") === "bank" ? <MethodField only={["cash", "check"]} /> : null);

const CorrectionForm = z.strictObject({
  direction: z.enum(["more", "less"]),
  method: z.enum(tillMethods),
  amount: amountInUnits,
  reason,
});

interface CorrectionProps extends OfTill {
  corrects: { correctsMovementId: string } | { correctsClosingId: string };
  /** The opposite of a movement; null for a report. */
  proposed: Pick<TillMovement, "method" | "amount"> | null;
  onClose: () => void;
}

function CorrectionFields({ till, currency, corrects, proposed, onClose }: CorrectionProps) {
  const t = useTranslation();
  const move = useMove(till.id);
  return (
    <Form
      schema={CorrectionForm}
      defaultValues={{
        direction: proposed && proposed.amount > 0 ? "more" : "less",
        method: proposed?.method ?? "cash",
        amount: proposed ? Math.abs(proposed.amount) / 100 : null,
        reason: "",
      }}
      guard={false}
      onSubmit={async ({ direction, method, amount, reason: why }) => {
        const minor = toMinorUnits(amount);
        await move({
          kind: "correction",
          method,
          amount: direction === "more" ? minor : -minor,
          reason: why,
          ...corrects,
        });
        onClose();
      }}
    >
      <SegmentedField
        name="direction"
        label={t("tills.correction")}
        options={[
          { value: "less", label: t("tills.correctLess") },
          { value: "more", label: t("tills.correctMore") },
        ]}
      />
      <MethodField />
      <MoneyField name="amount" label={t("payments.amount")} currency={currency} />
      <TextField name="reason" label={t("tills.reason")} autoComplete="off" required />
      <DialogFormActions onClose={onClose}>{t("tills.correct")}</DialogFormActions>
    </Form>
  );
}

function CorrectionButton({
  label,
  description,
  small = false,
  children,
}: {
  label: string;
  description: string;
  /** In the row of a movement: the icon alone. */
  small?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant={small ? "ghost" : "secondary"}
        size={small ? "icon" : "md"}
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setIsOpen(true)}
      >
        <PenLine aria-hidden />
        {!small && t("tills.correct")}
      </Button>
      <Dialog open={isOpen} onOpenChange={close} title={label} description={description}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}

export function CorrectMovementButton({ movement, till, currency }: OfTill & { movement: TillMovement }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const name = `${movement.payer ?? t(movementLabels[movement.kind])}, ${money(movement.amount, currency)}`;
  return (
    <CorrectionButton label={t("tills.correctOne", { name })} description={t("tills.correctText")} small>
      {(close) => (
        <CorrectionFields
          {...{ till, currency }}
          corrects={{ correctsMovementId: movement.id }}
          proposed={{ method: movement.method, amount: -movement.amount }}
          onClose={close}
        />
      )}
    </CorrectionButton>
  );
}

/** For a report of a till that is open now. */
export function CorrectReportButton({ till, currency, closing }: OfTill & { closing: { id: string; number: number } }) {
  const t = useTranslation();
  const label = t("tills.correctOne", { name: t("tills.reportTitle", { number: closing.number }) });
  return (
    <CorrectionButton label={label} description={t("tills.correctText")}>
      {(close) => (
        <CorrectionFields
          {...{ till, currency }}
          corrects={{ correctsClosingId: closing.id }}
          proposed={null}
          onClose={close}
        />
      )}
    </CorrectionButton>
  );
}

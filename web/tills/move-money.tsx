/** Money that goes into a till or out of it beside payments, and corrections. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowLeftRight, PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { type Till, type TillMethod, type TillMovement, tillMethods, tills } from "#contract/tills.ts";
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
import { useSignedAmountFormat } from "#web/kit/format/signed-amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { amountFromZero, amountInUnits, MoneyField } from "#web/kit/form/money-field.tsx";
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

const MovementCorrectionForm = z.strictObject({ method: z.enum(tillMethods), amount: amountFromZero, reason });

interface CorrectionProps extends OfTill {
  onClose: () => void;
}
interface MovementCorrectionProps extends CorrectionProps {
  movement: TillMovement;
  /** Those that name it already. */
  corrections: readonly TillMovement[];
}

interface MethodAmount {
  method: TillMethod;
  amount: number;
}

const sumByMethod = (movements: readonly MethodAmount[]): MethodAmount[] =>
  tillMethods.map((method) => ({
    method,
    amount: movements.filter((one) => one.method === method).reduce((sum, one) => sum + one.amount, 0),
  }));

/** The entries after which all that is recorded is the right amount, by the right method. */
const listEntries = (recorded: readonly MethodAmount[], right: MethodAmount): MethodAmount[] =>
  sumByMethod([right, ...recorded.map(({ method, amount }) => ({ method, amount: -amount }))]).filter(
    ({ amount }) => amount !== 0,
  );

/** Asks for what is right; the entries that lead there follow from it. */
function MovementCorrectionFields({ movement, corrections, till, currency, onClose }: MovementCorrectionProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const move = useMove(till.id);
  const sign = movement.amount < 0 ? -1 : 1;
  const recorded = [movement, ...corrections];
  const present = sumByMethod(recorded).find(({ amount }) => amount !== 0) ?? { method: movement.method, amount: 0 };
  return (
    <Form
      schema={MovementCorrectionForm}
      defaultValues={{ method: present.method, amount: Math.abs(present.amount) / 100, reason: "" }}
      guard={false}
      onSubmit={async ({ method, amount, reason: why }) => {
        for (const entry of listEntries(recorded, { method, amount: sign * toMinorUnits(amount) }))
          await move({ kind: "correction", ...entry, reason: why, correctsMovementId: movement.id });
        onClose();
      }}
    >
      <MoneyField
        name="amount"
        label={t("tills.correctAmount")}
        hint={t("tills.correctAmountHint", {
          amount: money(Math.abs(present.amount), currency),
          method: t(paymentMethodLabels[present.method]),
        })}
        currency={currency}
      />
      <MethodField />
      <CorrectionEntries recorded={recorded} sign={sign} currency={currency} />
      <TextField name="reason" label={t("tills.reason")} autoComplete="off" required />
      <DialogFormActions onClose={onClose}>{t("tills.correct")}</DialogFormActions>
    </Form>
  );
}

interface CorrectionEntriesProps {
  recorded: readonly MethodAmount[];
  /** −1 where money leaves the till. */
  sign: 1 | -1;
  currency: string;
}

function CorrectionEntries({ recorded, sign, currency }: CorrectionEntriesProps) {
  const t = useTranslation();
  const difference = useSignedAmountFormat();
  const amount = amountFromZero.safeParse(useFieldValue("amount"));
  const chosen = useFieldValue("method");
  const method = tillMethods.find((one) => one === chosen);
  if (!amount.success || !method) return null;
  const entries = listEntries(recorded, { method, amount: sign * toMinorUnits(amount.data) });
  return (
    <div role="status" className="grid gap-1 rounded-md bg-sunken px-3 py-2 text-13">
      {entries.length === 0 && <p className="text-ink-2">{t("tills.correctNothing")}</p>}
      {entries.map((entry) => (
        <p key={entry.method} className="flex justify-between gap-3">
          <span className="text-ink-2">
            {t("tills.kindCorrection")}, {t(paymentMethodLabels[entry.method])}
          </span>
          <span className="font-semibold tnum">{difference(entry.amount, currency)}</span>
        </p>
      ))}
    </div>
  );
}

const ReportCorrectionForm = z.strictObject({
  direction: z.enum(["more", "less"]),
  method: z.enum(tillMethods),
  amount: amountInUnits,
  reason,
});

function ReportCorrectionFields({ till, currency, closing, onClose }: CorrectionProps & { closing: { id: string } }) {
  const t = useTranslation();
  const move = useMove(till.id);
  return (
    <Form
      schema={ReportCorrectionForm}
      defaultValues={{ direction: "less", method: "cash", amount: null, reason: "" }}
      guard={false}
      onSubmit={async ({ direction, method, amount, reason: why }) => {
        const minor = toMinorUnits(amount);
        const entry = { kind: "correction", method, amount: direction === "more" ? minor : -minor } as const;
        await move({ ...entry, reason: why, correctsClosingId: closing.id });
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
      <MoneyField name="amount" label={t("tills.difference")} currency={currency} />
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

type CorrectMovementProps = Omit<MovementCorrectionProps, "onClose">;

export function CorrectMovementButton(props: CorrectMovementProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { movement, currency } = props;
  const name = `${movement.payer ?? t(movementLabels[movement.kind])}, ${money(movement.amount, currency)}`;
  return (
    <CorrectionButton label={t("tills.correctOne", { name })} description={t("tills.correctText")} small>
      {(close) => <MovementCorrectionFields {...props} onClose={close} />}
    </CorrectionButton>
  );
}

/** For a report of a till that is open now. */
export function CorrectReportButton(props: OfTill & { closing: { id: string; number: number } }) {
  const t = useTranslation();
  const label = t("tills.correctOne", { name: t("tills.reportTitle", { number: props.closing.number }) });
  return (
    <CorrectionButton label={label} description={t("tills.correctReportText")}>
      {(close) => <ReportCorrectionFields {...props} onClose={close} />}
    </CorrectionButton>
  );
}

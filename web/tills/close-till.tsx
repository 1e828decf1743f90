/** Counts and closes a session. What is expected of a method is shown when its count is typed. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleCheck, Lock } from "lucide-react";
import { useId, useState } from "react";
import * as z from "zod/mini";
import {
  TILL_TOLERANCE,
  type TillMethod,
  tillMethods,
  type TillMethodSums,
  type TillReport,
  tills,
} from "#contract/tills.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { Form, SubmitButton, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useSignedAmountFormat } from "#web/kit/format/signed-amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ConfirmDialog } from "#web/kit/ui/confirm-dialog.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { amountFromZero, MoneyField } from "#web/kit/form/money-field.tsx";

const CountForm = z.strictObject({
  /** In the order of `tillMethods`. */
  counted: z.array(z.strictObject({ amount: z.nullish(amountFromZero), reason: z.nullish(z.string()) })),
  nextFloat: amountFromZero,
});

/** Notes and coins that a desk counts, in minor units. */
const denominationsOf: Readonly<Record<string, readonly number[]>> = {
  EUR: [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  GBP: [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  CHF: [100_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
  USD: [10_000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1],
  CAD: [10_000, 5000, 2000, 1000, 500, 200, 100, 25, 10, 5],
};

interface Count {
  method: TillMethod;
  amount: number;
}

const toMinor = (value: unknown): number | undefined => (typeof value === "number" ? toMinorUnits(value) : undefined);

export function CloseTill({ report }: { report: TillReport }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { organizationId, path } = useScope();
  const { session, till, methods } = report;
  const { currency } = session;
  const [keyOf] = useState(createIdempotencyKeys);
  const [question, setQuestion] = useState<{ counts: readonly Count[]; answer: (isSure: boolean) => void }>();
  const ask = (counts: readonly Count[]) => new Promise<boolean>((answer) => setQuestion({ counts, answer }));
  const [pieces, setPieces] = useState<ReadonlyMap<number, number>>(new Map());
  const close = useMutation(endpointMutation(tills.close));
  const shown = tillMethods.map((method) => methods.find((sums) => sums.method === method));
  return (
    <Card title={t("tills.closeTitle")} padded className="max-lg:order-first">
      <Form
        schema={CountForm}
        defaultValues={{
          counted: tillMethods.map(() => ({ amount: null, reason: "" })),
          nextFloat: session.float / 100,
        }}
        label={t("tills.closeTitle")}
        onSubmit={async ({ counted, nextFloat }) => {
          const counts = tillMethods.map((method, index) => ({
            method,
            amount: toMinor(counted[index]?.amount) ?? 0,
            reason: counted[index]?.reason ?? null,
          }));
          if (!(await ask(counts))) return false;
          const denominations = [...pieces].map(([value, count]) => ({ value, count }));
          const sum = denominations.reduce((total, { value, count }) => total + value * count, 0);
          const body = {
            movements: report.movements,
            counted: counts,
            nextFloat: toMinorUnits(nextFloat),
            // A sum that was typed beside them stands for itself.
            ...(sum > 0 && sum === counts[0]?.amount && { denominations }),
          };
          const params = { organizationId, tillId: till.id };
          const request = close.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
          // A refusal says what has changed: the page shows it.
          const { data } = await request.catch((error: unknown) => {
            void refetchPaymentQueries(cache);
            throw error;
          });
          void navigate({ to: path(`/payments/till/reports/${data.id}`), ignoreBlocker: true });
          void refetchPaymentQueries(cache);
          return true;
        }}
      >
        <p className="text-13 text-ink-2">{t("tills.closeText")}</p>
        <Denominations currency={currency} pieces={pieces} onChange={setPieces} />
        {shown.map(
          (sums, index) =>
            sums && (
              <MethodCount key={sums.method} sums={sums} index={index} float={session.float} currency={currency} />
            ),
        )}
        <NextFloat currency={currency} />
        <SubmitButton size="lg" className="w-full">
          <Lock aria-hidden />
          {t("tills.close")}
        </SubmitButton>
      </Form>
      <ConfirmDialog
        open={question !== undefined}
        onOpenChange={() => {
          question?.answer(false);
          setQuestion(undefined);
        }}
        title={t("tills.closeQuestion", { name: till.name })}
        confirm={t("tills.close")}
        tone="primary"
        onConfirm={() => question?.answer(true)}
      >
        <CountSummary counts={question?.counts ?? []} report={report} />
      </ConfirmDialog>
    </Card>
  );
}

interface CountSummaryProps {
  counts: readonly Count[];
  report: TillReport;
}

function CountSummary({ counts, report: { methods, session } }: CountSummaryProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const difference = useSignedAmountFormat();
  return (
    <span className="grid gap-2">
      {t("tills.closeFinal")}
      {methods.map(({ method, expected }) => {
        const counted = counts.find((one) => one.method === method)?.amount ?? 0;
        return (
          <span key={method} className="flex flex-wrap gap-x-3 text-ink tnum">
            {t(paymentMethodLabels[method])}
            <span>
              {money(counted, session.currency)}
              {counted !== expected && (
                <span className="ml-2 text-danger">{difference(counted - expected, session.currency)}</span>
              )}
            </span>
          </span>
        );
      })}
    </span>
  );
}

interface DenominationsProps {
  currency: string;
  pieces: ReadonlyMap<number, number>;
  onChange: (pieces: ReadonlyMap<number, number>) => void;
}

/** How many of each there are; they fill in the cash. */
function Denominations({ currency, pieces, onChange }: DenominationsProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const setField = useSetField();
  const id = useId();
  const values = denominationsOf[currency];
  if (!values) return null;
  const change = (value: number, text: string) => {
    const count = Math.min(100_000, Number(text.replace(/\D/g, "")));
    const next = new Map(pieces);
    if (text === "") next.delete(value);
    else next.set(value, count);
    onChange(next);
    const sum = [...next].reduce((total, [one, number]) => total + one * number, 0);
    setField("counted.0.amount", next.size === 0 ? null : sum / 100);
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-2 text-13 font-medium">{t("tills.denominations")}</legend>
      <div className="grid grid-cols-5 gap-x-1.5 gap-y-2">
        {values.map((value) => (
          <div key={value} className="grid justify-items-center gap-1">
            <label htmlFor={`${id}-${value}`} className="text-2xs whitespace-nowrap text-ink-2 tnum">
              {money(value, currency).replace(/[.,]00(?=\D|$)/, "")}
            </label>
            <Input
              id={`${id}-${value}`}
              inputMode="numeric"
              autoComplete="off"
              className="px-0 text-center tnum"
              value={pieces.get(value) ?? ""}
              onChange={(event) => change(value, event.target.value)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}

interface MethodCountProps {
  sums: TillMethodSums;
  index: number;
  float: number;
  currency: string;
}

function MethodCount({ sums, index, float, currency }: MethodCountProps) {
  const t = useTranslation();
  const differenceText = useSignedAmountFormat();
  const counted = toMinor(useFieldValue(`counted.${index}.amount`));
  const difference = counted === undefined ? undefined : counted - sums.expected;
  const isLarge = difference !== undefined && Math.abs(difference) > TILL_TOLERANCE;
  return (
    <div className="grid gap-2">
      <MoneyField name={`counted.${index}.amount`} label={t(paymentMethodLabels[sums.method])} currency={currency} />
      {difference !== undefined && (
        <>
          <Expected sums={sums} float={sums.method === "cash" ? float : 0} currency={currency} />
          <div role="status">
            {difference === 0 ? (
              <p className="flex items-center gap-2 rounded-md bg-lime-bg px-3 py-2 text-13 text-lime-fg">
                <CircleCheck className="size-4 shrink-0" aria-hidden />
                {t("tills.same")}
              </p>
            ) : (
              <p className="flex justify-between text-13 font-medium text-danger">
                {t("tills.difference")}
                <span className="font-semibold tnum">{differenceText(difference, currency)}</span>
              </p>
            )}
          </div>
          {difference !== 0 && (
            <TextField
              name={`counted.${index}.reason`}
              label={t("tills.differenceReason")}
              autoComplete="off"
              maxLength={300}
              required={isLarge}
              optional={!isLarge}
            />
          )}
        </>
      )}
    </div>
  );
}

function Expected({ sums, float, currency }: Omit<MethodCountProps, "index">) {
  const t = useTranslation();
  const money = useAmountFormat();
  const lines = [
    { name: t("tills.openingFloat"), amount: float },
    { name: t("tills.kindPayments"), amount: sums.payments.amount },
    { name: t("tills.kindRefunds"), amount: sums.refunds.amount },
    { name: t("tills.kindPaidIn"), amount: sums.paidIn.amount },
    { name: t("tills.kindPaidOut"), amount: sums.paidOut.amount },
    { name: t("tills.kindBank"), amount: sums.bank.amount },
    { name: t("tills.kindCorrections"), amount: sums.corrections.amount },
  ].filter(({ amount }) => amount !== 0);
  return (
    <dl className="grid gap-1 text-13">
      {lines.map(({ name, amount }) => (
        <div key={name} className="flex justify-between gap-3 text-ink-2">
          <dt>{name}</dt>
          <dd className="tnum">{money(amount, currency)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-3 border-t border-line pt-1.5 font-medium">
        <dt>{t("tills.expected")}</dt>
        <dd className="font-semibold tnum">{money(sums.expected, currency)}</dd>
      </div>
    </dl>
  );
}

function NextFloat({ currency }: { currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cash = toMinor(useFieldValue("counted.0.amount"));
  const float = toMinor(useFieldValue("nextFloat"));
  const tooMuch = (value: unknown) => {
    const minor = toMinor(value);
    return cash !== undefined && minor !== undefined && minor > cash
      ? t("tills.floatAboveCash", { amount: money(cash, currency) })
      : undefined;
  };
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <MoneyField name="nextFloat" label={t("tills.nextFloat")} currency={currency} validate={tooMuch} />
      {cash !== undefined && float !== undefined && cash >= float && (
        <p className="flex justify-between text-13" role="status">
          <span className="text-ink-2">{t("tills.banked")}</span>
          <strong className="font-semibold tnum">{money(cash - float, currency)}</strong>
        </p>
      )}
    </div>
  );
}

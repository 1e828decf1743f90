/** Takes one payment for several debts of a customer or of a series: ticks, the sum, the method, change for cash. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import * as z from "zod/mini";
import { type Debt, deskMethods, MAX_PAYMENTS_AT_ONCE, PaymentGroupDraft, payments } from "#contract/payments.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { useWallet } from "#web/customers/use-wallet.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { invalidatePaymentQueries, refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { amountInUnits } from "#web/kit/form/money-field.tsx";
import { AmountField } from "./amount-field.tsx";
import { CashChange } from "./cash-change.tsx";
import { DeskField } from "./desk-field.tsx";
import { BuyerReceipt, ReceiptNotice, showRecorded } from "./receipt-notice.tsx";
import { type DeskMethod, useMethodOptions } from "./method-options.ts";
import { SellerGate } from "./seller-gate.tsx";
import { VoucherOfMethod } from "./voucher-method.tsx";

/** The debts that are offered: a customer's, a series', or those that were chosen in a list. */
export interface DebtSource {
  customerId?: string | undefined;
  seriesId?: string | undefined;
  debts?: readonly Debt[] | undefined;
}

interface TakePaymentButtonProps extends DebtSource {
  onTaken?: (ids: readonly string[]) => void;
  label?: string;
  variant?: "primary" | "secondary";
  size?: "sm" | "md";
}

/** Opens the dialog; for those who may record payments only. */
export function TakePaymentButton({ label, variant = "secondary", size = "md", ...source }: TakePaymentButtonProps) {
  const t = useTranslation();
  const { can, isPlatform } = useScope();
  const [isOpen, setIsOpen] = useState(false);
  if (isPlatform || !can(payments.recordSeveral) || !can(payments.debts)) return null;
  return (
    <>
      <Button
        variant={variant}
        size={size}
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setIsOpen(true)}
      >
        <Banknote aria-hidden />
        {label ?? t("payments.take")}
      </Button>
      {isOpen && <TakePaymentDialog {...source} onClose={() => setIsOpen(false)} />}
    </>
  );
}

export function TakePaymentDialog({
  onClose,
  onTaken,
  ...source
}: DebtSource & { onClose: () => void; onTaken?: ((ids: readonly string[]) => void) | undefined }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { customerId, seriesId } = source;
  const found = useFreshQuery({
    ...endpointQuery(payments.debts, {
      params: { organizationId },
      query: { per_page: MAX_PAYMENTS_AT_ONCE, customerId, seriesId },
    }),
    staleTime: 0,
    enabled: !source.debts,
  });
  /** The debts that were paid stay in sight until the page behind shows it. */
  const [paid, setPaid] = useState<readonly Debt[]>();
  const debts = paid ?? source.debts ?? found.data?.data;
  return (
    <Dialog open onOpenChange={onClose} title={t("payments.take")} description={t("payments.takeText")}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={found.refetch} />
      ) : !debts ? (
        <Skeleton className="h-48 w-full" />
      ) : debts.length === 0 ? (
        <p className="text-13 text-ink-2">{t("payments.noDebts")}</p>
      ) : (
        <TakePaymentForm
          debts={debts}
          firstChosen={chooseDebts(debts, source)}
          customerId={customerId}
          onRecorded={() => setPaid(debts)}
          onClose={onClose}
          onTaken={onTaken}
        />
      )}
    </Dialog>
  );
}

const TakePaymentDraft = z.strictObject({
  method: z.enum(deskMethods),
  restToWallet: z.boolean(),
  amount: amountInUnits,
  given: z.nullish(z.string().check(z.trim(), z.maxLength(20))),
  note: z.nullish(z.string().check(z.trim(), z.maxLength(300))),
  email: PaymentGroupDraft.shape.email,
  tillId: PaymentGroupDraft.shape.tillId,
  voucherCode: PaymentGroupDraft.shape.voucherCode,
});

/** Debts that are overdue or of today, which a customer at the desk pays first; all, if there is none. */
function chooseDue(debts: readonly Debt[]): readonly Debt[] {
  const due = debts.filter(({ state }) => state !== "later");
  return due.length > 0 ? due : debts;
}

/** Those that were chosen in a list are ticked; of others, nobody is asked for what is written off. */
function chooseDebts(debts: readonly Debt[], { customerId, debts: fromList }: DebtSource): string[] {
  const asked = debts.filter(({ isWrittenOff }) => !isWrittenOff);
  return (fromList ? debts : customerId ? chooseDue(asked) : asked).map(({ id }) => id);
}

/** A guardian pays for several children, each of whom may have an own address. */
const listOnePerCustomer = (debts: readonly Debt[]): Debt[] => [
  ...new Map(
    debts.toSorted((one) => (one.eventId === null ? -1 : 1)).map((debt) => [debt.customer?.id, debt]),
  ).values(),
];

/** Any till takes the money for what was sold, as it belongs to no facility. */
function facilitiesOf(debts: readonly Debt[]): string[] | null {
  const ids = debts.flatMap(({ facilityId }) => facilityId ?? []);
  return ids.length > 0 ? ids : null;
}

function DebtsReceipt({ debts }: { debts: readonly Debt[] }) {
  const eventIds = [...new Set(debts.flatMap(({ eventId }) => eventId ?? []))];
  const [buyer] = debts.flatMap(({ eventId, customer }) => (eventId === null ? (customer?.id ?? []) : []));
  if (eventIds.length > 0 || buyer === undefined) return <ReceiptNotice eventIds={eventIds} />;
  return <BuyerReceipt customerId={buyer} />;
}

/** @returns why they cannot be paid together */
function findRefusal(debts: readonly Debt[], t: Translate): string | undefined {
  if (debts.length > MAX_PAYMENTS_AT_ONCE) return t("payments.mostAtOnce", { count: MAX_PAYMENTS_AT_ONCE });
  return new Set(debts.map(({ payerId }) => payerId)).size > 1 ? t("payments.severalCustomers") : undefined;
}

interface TakePaymentFormProps {
  debts: readonly Debt[];
  /** Ids of the debts that are ticked at first. */
  firstChosen: readonly string[];
  /** A customer may pay a part; without one, what is ticked is paid in full. */
  customerId: string | undefined;
  onRecorded: () => void;
  onClose: () => void;
  onTaken: ((ids: readonly string[]) => void) | undefined;
}

function TakePaymentForm({ debts, firstChosen, customerId, onRecorded, onClose, onTaken }: TakePaymentFormProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const [chosen, setChosen] = useState(() => new Set(firstChosen));
  const [method, setMethod] = useState<DeskMethod>("cash");
  const record = useMutation(endpointMutation(payments.recordSeveral, { quiet: "outcome" }));
  const recordPart = useMutation(endpointMutation(payments.recordOfCustomer, { quiet: "outcome" }));
  const ticked = debts.filter(({ id }) => chosen.has(id));
  const total = ticked.reduce((sum, { due }) => sum + due, 0);
  const currency = debts[0]?.currency ?? "EUR";
  const refusal = findRefusal(ticked, t);
  const wallet = useWallet(customerId)?.amount ?? 0;
  const options = useMethodOptions(wallet, currency);
  const [left, setLeft] = useState<number>();
  const prepaid = method === "balance" ? wallet : method === "voucher" ? (left ?? total) : null;
  const toggle = (ids: readonly string[], isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  return (
    <SellerGate>
      {(watch) => (
        <Form
          schema={TakePaymentDraft}
          defaultValues={{
            ...{ method: "cash", restToWallet: false },
            ...{ amount: total / 100, given: "", note: "", email: "", tillId: null, voucherCode: "" },
          }}
          guard={false}
          onSubmit={async ({ method: how, restToWallet, amount: paidAmount, note, email, tillId, voucherCode }) => {
            const said = {
              ...{ method: how, ...(note && { note }), ...(email && { email }), ...(tillId && { tillId }) },
              ...(how === "voucher" && { voucherCode }),
            };
            const part = toMinorUnits(paidAmount);
            const sendPart = (id: string) => {
              const chargeIds = ticked.map(({ chargeId }) => chargeId);
              const body = { ...said, amount: part, chargeIds, ...(part > total && { restToWallet }) };
              return recordPart.mutateAsync({
                params: { organizationId, customerId: id },
                body,
                idempotencyKey: keyOf(body),
              });
            };
            const sendAll = () => {
              const body = { ...said, debts: ticked.map(({ chargeId, due: amount }) => ({ chargeId, amount })) };
              return record.mutateAsync({ params: { organizationId }, body, idempotencyKey: keyOf(body) });
            };
            const request = customerId && (part !== total || how === "balance") ? sendPart(customerId) : sendAll();
            // A refusal says that a debt has changed: the dialog shows it anew.
            const { data, message = "" } = await watch(
              request.catch((error: unknown) => {
                invalidatePaymentQueries(cache);
                throw error;
              }),
            );
            onRecorded();
            await refetchPaymentQueries(cache);
            showRecorded(t, message, data.receiptsTo);
            onTaken?.(ticked.map(({ id }) => id));
            onClose();
          }}
        >
          <FollowTotal total={Math.min(total, prepaid ?? total)} />
          <fieldset className="grid min-w-0 gap-1">
            <legend className="sr-only">{t("payments.unpaid")}</legend>
            <div className="flex items-center justify-between border-b border-line">
              <CheckBox
                label={t("payments.chooseAll", { count: debts.length })}
                checked={ticked.length === debts.length}
                mixed={ticked.length > 0 && ticked.length < debts.length}
                onChange={(isOn) =>
                  toggle(
                    debts.map(({ id }) => id),
                    isOn,
                  )
                }
              />
            </div>
            <ul className="max-h-72 overflow-y-auto max-sm:max-h-56">
              {debts.map((debt) => (
                <DebtChoice
                  key={debt.id}
                  debt={debt}
                  isChosen={chosen.has(debt.id)}
                  onChange={(isOn) => toggle([debt.id], isOn)}
                />
              ))}
            </ul>
            {refusal && (
              <p role="alert" className="text-13 text-danger">
                {refusal}
              </p>
            )}
            <p className="flex items-baseline justify-between border-t border-line pt-2.5" aria-live="polite">
              <span className="text-13 text-ink-2">{t("payments.chosen", { count: ticked.length })}</span>
              <strong className="text-base tnum">{money(total, currency)}</strong>
            </p>
          </fieldset>
          <SelectField name="method" label={t("payments.method")} options={options} onChosen={setMethod} />
          <VoucherOfMethod name="voucherCode" onChecked={(voucher) => setLeft(voucher?.left)} />
          <DeskField facilityIds={facilitiesOf(ticked)} />
          {customerId && (
            <PaidAmount
              total={total}
              prepaid={prepaid}
              tooMuch={method === "voucher" ? "vouchers.most" : "credits.payOutMost"}
              currency={currency}
            />
          )}
          {method === "cash" && <PaidCashChange currency={currency} />}
          <TextField name="note" label={t("payments.note")} autoComplete="off" optional />
          <DebtsReceipt debts={listOnePerCustomer(ticked)} />
          <DialogFormActions onClose={onClose} disabled={ticked.length === 0 || refusal !== undefined}>
            <TakenAmount currency={currency} />
          </DialogFormActions>
        </Form>
      )}
    </SellerGate>
  );
}

const dueLabels = { overdue: "payments.overdue", today: "payments.dueToday" } as const;
const dueTones = { overdue: "red", today: "amber" } as const;

interface DebtChoiceProps {
  debt: Debt;
  isChosen: boolean;
  onChange: (isOn: boolean) => void;
}

function DebtChoice({ debt, isChosen, onChange }: DebtChoiceProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { weekdayDateTime, withOtherZoneName, day } = useDateFormats(debt.timezone);
  return (
    <li className="flex items-center gap-3">
      <CheckBox
        className="grow"
        label={
          debt.eventId === null ? (
            debt.name
          ) : (
            <span className="tnum">{withOtherZoneName(weekdayDateTime(debt.startTime), debt.startTime)}</span>
          )
        }
        note={
          debt.fieldName === null
            ? t("payments.soldOn", { date: day(debt.startTime) })
            : [debt.name, debt.fieldName].join(" · ")
        }
        checked={isChosen}
        onChange={onChange}
      />
      {debt.isWrittenOff ? (
        <Badge>{t("charges.writtenOff")}</Badge>
      ) : (
        debt.state !== "later" && <Badge tone={dueTones[debt.state]}>{t(dueLabels[debt.state])}</Badge>
      )}
      <span className="min-w-16 text-right text-13 font-medium tnum">{money(debt.due, debt.currency)}</span>
    </li>
  );
}

/** The sum of what is ticked, or the part of it that the customer pays. Minor units. */
function usePaidAmount(): number {
  const amount = useFieldValue("amount");
  return typeof amount === "number" ? toMinorUnits(amount) : 0;
}

function TakenAmount({ currency }: { currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  return t("payments.takeAmount", { amount: money(usePaidAmount(), currency) });
}

interface PaidAmountProps {
  total: number;
  /** Minor units on the balance or the gift voucher that pays; null for other methods. */
  prepaid: number | null;
  /** The refusal of more than that. */
  tooMuch: "credits.payOutMost" | "vouchers.most";
  currency: string;
}

function PaidAmount({ total, prepaid, tooMuch, currency }: PaidAmountProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const isRestKept = useFieldValue("restToWallet") === true && prepaid === null;
  const isShort = prepaid !== null && prepaid < total;
  const most = isShort ? prepaid : total;
  const rest = usePaidAmount() - total;
  return (
    <>
      <AmountField
        max={isRestKept ? Infinity : most}
        currency={currency}
        hint={t("payments.partHint")}
        tooMuchMessage={t(isShort ? tooMuch : "payments.moreThanDue", { amount: money(most, currency) })}
      />
      {prepaid === null && (
        <SwitchField
          name="restToWallet"
          label={t("credits.restTo")}
          {...(isRestKept && rest > 0 && { hint: t("credits.restHint", { amount: money(rest, currency) }) })}
        />
      )}
    </>
  );
}

/** The sum follows what is ticked. */
function FollowTotal({ total }: { total: number }) {
  const setField = useSetField();
  const set = useEffectEvent(() => setField("amount", total / 100));
  useEffect(() => set(), [total]);
  return null;
}

const PaidCashChange = ({ currency }: { currency: string }) => (
  <CashChange total={usePaidAmount()} currency={currency} />
);

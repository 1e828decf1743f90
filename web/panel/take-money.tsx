/** What the team does about what is due, on the event's page and beside the planning: a link to pay, and what was paid at the desk. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Banknote, Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import type { Event } from "#contract/events.ts";
import { payments, recordedMethods } from "#contract/payments.ts";
import { refreshMoney } from "#web/availability/refresh.ts";
import { fillKeys } from "#web/events/event-draft.ts";
import { write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { Dialog, warmDialog } from "#web/kit/dialog.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form.tsx";
import { useMoney } from "#web/kit/money.ts";
import { useWords } from "#web/kit/words.ts";
import { methodLabels } from "#web/events/labels.ts";

interface OpensProps {
  label: string;
  icon: ReactNode;
  title: string;
  description: string;
  children: (close: () => void) => ReactNode;
}

/** A button and its dialog, whose form begins anew each time. */
export function Opens({ label, icon, title, description, children }: OpensProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onPointerEnter={warmDialog} onFocus={warmDialog} onClick={() => setOpen(true)}>
        {icon}
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        {children(() => setOpen(false))}
      </Dialog>
    </>
  );
}

export function Actions({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = useWords();
  return (
    <FormActions>
      <Button onClick={onClose}>{t("kit.cancel")}</Button>
      <SubmitButton>{children}</SubmitButton>
    </FormActions>
  );
}

interface EventMoney {
  event: Event;
  /** Minor units. */
  due: number;
  currency: string;
}

const LinkDraft = z.strictObject({ email: z.nullish(z.email()) });

export function SendLink({ event, due, currency }: EventMoney) {
  const t = useWords();
  const money = useMoney();
  return (
    <Opens
      label={t("payments.sendLink")}
      icon={<Send aria-hidden />}
      title={t("payments.sendLink")}
      description={t("payments.sendLinkText", { amount: money(due, currency) })}
    >
      {(close) => <LinkForm event={event} onClose={close} />}
    </Opens>
  );
}

function LinkForm({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useWords();
  const cache = useQueryClient();
  const [keyOf] = useState(fillKeys);
  const send = useMutation(write(payments.link));
  const isKnown = Boolean(event.customer?.userId);
  return (
    <Form
      schema={LinkDraft}
      defaultValues={{ email: "" }}
      guard={false}
      onSubmit={async ({ email }) => {
        const body = email ? { email } : {};
        const params = { organizationId: event.organizationId, eventId: event.id };
        await send.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        refreshMoney(cache);
        onClose();
      }}
    >
      <TextField
        name="email"
        type="email"
        label={t("payments.linkTo")}
        hint={isKnown ? t("payments.linkToHint") : undefined}
        required={!isKnown}
        optional={isKnown}
      />
      <Actions onClose={onClose}>{t("payments.send")}</Actions>
    </Form>
  );
}

/** People say 18.50, and the contract 1850. */
export const units = z.number().check(z.gte(0.01), z.lte(1_000_000));
export const centsOf = (given: number) => Math.round(given * 100);

interface AmountFieldProps {
  /** Minor units. */
  most: number;
  currency: string;
  tooMuch: string;
}

export function AmountField({ most, currency, tooMuch }: AmountFieldProps) {
  const t = useWords();
  const check = (value: unknown) => (typeof value === "number" && centsOf(value) > most ? tooMuch : undefined);
  return (
    <TextField
      name="amount"
      type="number"
      min={0.01}
      step="0.01"
      inputMode="decimal"
      suffix={currency === "USD" ? "$" : "€"}
      label={t("payments.amount")}
      validate={check}
      required
    />
  );
}

const RecordDraft = z.strictObject({
  method: z.enum(recordedMethods),
  amount: units,
  note: z.nullish(z.string().check(z.trim(), z.maxLength(300))),
});

export function RecordPayment(money: EventMoney) {
  const t = useWords();
  return (
    <Opens
      label={t("payments.record")}
      icon={<Banknote aria-hidden />}
      title={t("payments.record")}
      description={t("payments.recordText")}
    >
      {(close) => <RecordForm {...money} onClose={close} />}
    </Opens>
  );
}

export function RecordForm({ event, due, currency, onClose }: EventMoney & { onClose: () => void }) {
  const t = useWords();
  const money = useMoney();
  const cache = useQueryClient();
  const [keyOf] = useState(fillKeys);
  const record = useMutation(write(payments.record));
  return (
    <Form
      schema={RecordDraft}
      defaultValues={{ method: recordedMethods[0], amount: due / 100, note: "" }}
      guard={false}
      onSubmit={async ({ method, amount, note }) => {
        const body = { method, amount: centsOf(amount), ...(note ? { note } : {}) };
        const params = { organizationId: event.organizationId, eventId: event.id };
        await record.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        refreshMoney(cache);
        onClose();
      }}
    >
      <SelectField
        name="method"
        label={t("payments.method")}
        options={recordedMethods.map((value) => ({ value, label: t(methodLabels[value]) }))}
      />
      <AmountField
        most={due}
        currency={currency}
        tooMuch={t("payments.moreThanDue", { amount: money(due, currency) })}
      />
      <TextField name="note" label={t("payments.note")} autoComplete="off" optional />
      <Actions onClose={onClose}>{t("payments.record")}</Actions>
    </Form>
  );
}

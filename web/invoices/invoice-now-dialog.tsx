/** Invoices open charges of a customer before they are paid: choose, look at the invoice, issue it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import type { Charge } from "#contract/charges.ts";
import { customers } from "#contract/customers.ts";
import { type InvoiceOfCharges, invoices } from "#contract/invoices.ts";
import { amountToInvoice, DEFAULT_DUE_DAYS, LATEST_DUE_DAYS } from "#contract/invoices-unpaid-rules.ts";
import { localDate } from "#contract/kit.ts";
import { useOpenCharges } from "#web/charges/open-charges.tsx";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { useOrganizationTaxName, useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { taxLabels } from "#web/payments/labels.ts";
import { SellerGate } from "#web/payments/seller-gate.tsx";

/** Hidden where everything is invoiced, and for who may not record payments. */
export function InvoiceNowButton({ customerId }: { customerId: string }) {
  const t = useTranslation();
  const { can } = useScope();
  const [isOpen, setOpen] = useState(false);
  const open = (useOpenCharges(customerId) ?? []).filter((charge) => amountToInvoice(charge) > 0);
  if (!can(invoices.create) || (open.length === 0 && !isOpen)) return null;
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        <FileText aria-hidden />
        {t("invoices.now")}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t("invoices.now")} description={t("invoices.nowText")}>
        <InvoiceNow customerId={customerId} open={open} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface Draft {
  customerId: string;
  chargeIds: string[];
  dueOn: string;
}

function InvoiceNow({
  customerId,
  open: given,
  onClose,
}: {
  customerId: string;
  open: readonly Charge[];
  onClose: () => void;
}) {
  const { organizationId } = useScope();
  // The list behind changes once the invoice is issued.
  const [open] = useState(given);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(open.filter(({ writtenOff }) => writtenOff === null).map(({ id }) => id)),
  );
  const timezone = useOrganizationTimezone() ?? "UTC";
  const terms = useQuery(endpointQuery(customers.read, { params: { organizationId, customerId } }, { quiet: true }))
    .data?.data;
  const days = terms && (terms.paymentDays > 0 || terms.billing === "monthly") ? terms.paymentDays : DEFAULT_DUE_DAYS;
  const [chosenDue, setDueOn] = useState<string>();
  const dueOn = chosenDue ?? Temporal.Now.plainDateISO(timezone).add({ days }).toString();
  const [preview, setPreview] = useState<{ draft: Draft; document: InvoiceOfCharges }>();
  return (
    <SellerGate>
      {(watch) =>
        preview ? (
          <Preview {...preview} watch={watch} onBack={() => setPreview(undefined)} onClose={onClose} />
        ) : (
          <Choice
            {...{ open, chosen, dueOn, timezone, onClose }}
            onChoose={(id, isOn) =>
              setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)))
            }
            onPreview={async (date) => {
              const chargeIds = open.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
              const draft = { customerId, chargeIds, dueOn: date };
              const request = { params: { organizationId }, query: { dryRun: "true" as const }, body: draft };
              setDueOn(date);
              const { data } = await watch(call(invoices.create, request, { quiet: true }));
              setPreview({ draft, document: data });
            }}
          />
        )
      }
    </SellerGate>
  );
}

const DueDate = z.strictObject({ dueOn: localDate });

interface ChoiceProps {
  open: readonly Charge[];
  chosen: ReadonlySet<string>;
  dueOn: string;
  timezone: string;
  onChoose: (id: string, isOn: boolean) => void;
  onPreview: (dueOn: string) => Promise<void>;
  onClose: () => void;
}

function Choice({ open, chosen, dueOn, timezone, onChoose, onPreview, onClose }: ChoiceProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { day } = useDateFormats("UTC");
  const today = Temporal.Now.plainDateISO(timezone);
  const ticked = open.filter(({ id }) => chosen.has(id));
  const total = ticked.reduce((sum, charge) => sum + amountToInvoice(charge), 0);
  return (
    <Form schema={DueDate} defaultValues={{ dueOn }} guard={false} onSubmit={({ dueOn: date }) => onPreview(date)}>
      <fieldset className="grid min-w-0 gap-1">
        <legend className="sr-only">{t("charges.open")}</legend>
        <ul className="max-h-72 overflow-y-auto max-sm:max-h-56">
          {open.map((charge) => (
            <li key={charge.id} className="flex items-center gap-3">
              <CheckBox
                className="grow"
                label={charge.label}
                note={[charge.event?.fieldName, day(noonOf(charge.dueOn))].filter(Boolean).join(", ")}
                checked={chosen.has(charge.id)}
                onChange={(isOn) => onChoose(charge.id, isOn)}
              />
              <span className="min-w-16 text-right text-13 font-medium tnum">
                {money(amountToInvoice(charge), charge.currency)}
              </span>
            </li>
          ))}
        </ul>
        <p className="flex items-baseline justify-between border-t border-line pt-2.5" aria-live="polite">
          <span className="text-13 text-ink-2">{t("payments.chosen", { count: ticked.length })}</span>
          <strong className="text-base tnum">{money(total, open[0]?.currency ?? "EUR")}</strong>
        </p>
      </fieldset>
      <DateField
        name="dueOn"
        label={t("invoices.dueOn")}
        min={today.toString()}
        max={today.add({ days: LATEST_DUE_DAYS }).toString()}
        required
      />
      <DialogFormActions onClose={onClose} disabled={ticked.length === 0}>
        {t("invoices.preview")}
      </DialogFormActions>
    </Form>
  );
}

interface PreviewProps {
  draft: Draft;
  document: InvoiceOfCharges;
  watch: <T>(request: Promise<T>) => Promise<T>;
  onBack: () => void;
  onClose: () => void;
}

function Preview({ draft, document: { invoice, lines }, watch, onBack, onClose }: PreviewProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const labels = taxLabels(useOrganizationTaxName());
  const { date } = useDateFormats("UTC");
  const [keyOf] = useState(createIdempotencyKeys);
  const issue = useMutation(endpointMutation(invoices.create));
  const { currency, totalAmount, taxAmount, buyerName } = invoice;
  return (
    <Form
      schema={z.strictObject({})}
      defaultValues={{}}
      guard={false}
      onSubmit={async () => {
        const request = { params: { organizationId }, body: draft, idempotencyKey: keyOf(draft) };
        await watch(issue.mutateAsync(request));
        await refetchPaymentQueries(cache);
        onClose();
      }}
    >
      <article className="grid gap-2.5 rounded-lg border border-line bg-sunken px-3.5 py-3 text-13">
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2.5">
          <h3 className="font-semibold [overflow-wrap:anywhere]">{buyerName}</h3>
          <span className="text-ink-2">{t("invoices.payBy", { date: date(noonOf(draft.dueOn)) })}</span>
        </header>
        <ul className="grid max-h-64 gap-1.5 overflow-y-auto">
          {lines.map(({ description, detail, total }, index) => (
            // Two bookings may be described alike.
            <li key={index} className="flex items-baseline justify-between gap-4">
              <span className="grid min-w-0">
                <span className="[overflow-wrap:anywhere]">{description}</span>
                <span className="text-xs text-ink-3 [overflow-wrap:anywhere]">{detail}</span>
              </span>
              <span className="tnum">{money(total, currency)}</span>
            </li>
          ))}
        </ul>
        <dl className="grid gap-1 border-t border-line pt-2.5">
          {taxAmount > 0 && (
            <div className="flex justify-between text-ink-2">
              <dt>{t(labels.tax)}</dt>
              <dd className="tnum">{money(taxAmount, currency)}</dd>
            </div>
          )}
          <div className="flex justify-between font-semibold">
            <dt>{t("invoices.total")}</dt>
            <dd className="tnum">{money(totalAmount, currency)}</dd>
          </div>
        </dl>
      </article>
      <p className="text-13 text-ink-2">{t("invoices.neverChanges")}</p>
      <FormActions>
        <Button onClick={onBack}>{t("general.back")}</Button>
        <SubmitButton>{t("invoices.issueAmount", { amount: money(totalAmount, currency) })}</SubmitButton>
      </FormActions>
    </Form>
  );
}

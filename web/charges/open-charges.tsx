/** Open charges of a customer, each of which can be written off; a sale that was a mistake can be voided. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Archive, Ban, BellOff, BellRing, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { type Charge, charges, WriteOffDraft } from "#contract/charges.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";

const SHOWN_AT_MOST = 100;

/** The latest due date first; undefined while they are loaded. */
export function useOpenCharges(customerId: string): Charge[] | undefined {
  const { organizationId } = useScope();
  const input = { params: { organizationId }, query: { customerId, state: "open" as const, per_page: SHOWN_AT_MOST } };
  return useQuery(endpointQuery(charges.list, input, { quiet: true })).data?.data;
}

export function OpenCharges({ customerId }: { customerId: string }) {
  const t = useTranslation();
  const open = useOpenCharges(customerId) ?? [];
  // Nobody asks for what is written off.
  const [asked, writtenOff] = [open.filter((one) => !one.writtenOff), open.filter((one) => one.writtenOff)];
  return (
    <>
      <ChargeList title={t("charges.open")} charges={asked} />
      <ChargeList title={t("charges.writtenOff")} charges={writtenOff} />
    </>
  );
}

function ChargeList({ title, charges: listed }: { title: string; charges: readonly Charge[] }) {
  if (listed.length === 0) return null;
  return (
    <Card title={title}>
      <ul aria-label={title} className="divide-y divide-line">
        {listed.map((charge) => (
          <OpenCharge key={charge.id} charge={charge} />
        ))}
      </ul>
    </Card>
  );
}

function OpenCharge({ charge }: { charge: Charge }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path, can } = useScope();
  const { day } = useDateFormats("UTC");
  const { event, label, due, currency, dueOn, isOverdue, writtenOff, invoiced, settled, remindersPausedAt } = charge;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-13">
      <span className="grid min-w-0 flex-1 basis-48 gap-0.5">
        {event ? (
          <Link to={path(`/events/${event.id}`)} className="font-medium [overflow-wrap:anywhere] hover:underline">
            {label}
          </Link>
        ) : (
          <span className="font-medium [overflow-wrap:anywhere]">{label}</span>
        )}
        <span className="flex flex-wrap items-center gap-2 text-ink-3">
          {[event?.fieldName, day(noonOf(dueOn))].filter(Boolean).join(", ")}
          {invoiced > settled && <Badge tone="blue">{t("charges.invoiced")}</Badge>}
        </span>
        {remindersPausedAt && !writtenOff && <Badge dot>{t("charges.remindersPaused")}</Badge>}
        {writtenOff && (
          <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere] text-ink-2">
            <Badge dot>{t("charges.writtenOff")}</Badge>
            {writtenOff.reason}
          </span>
        )}
      </span>
      <span className={`min-w-20 text-right font-medium tnum ${isOverdue && !writtenOff ? "text-danger" : ""}`}>
        {money(due, currency)}
      </span>
      {can(charges.pauseReminders) && !writtenOff && <PauseReminders charge={charge} />}
      {can(charges.void) && !event && settled === 0 && !writtenOff && <VoidSale charge={charge} />}
      {can(charges.writeOff) && (writtenOff ? <UndoWriteOff charge={charge} /> : <WriteOff charge={charge} />)}
    </li>
  );
}

function WriteOff({ charge }: { charge: Charge }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const writeOff = useMutation(endpointMutation(charges.writeOff));
  return (
    <ReasonDialog
      label={t("charges.writeOff")}
      icon={<Archive aria-hidden />}
      title={t("charges.writeOffTitle", { amount: money(charge.due, charge.currency), name: charge.label })}
      description={t("charges.writeOffHint")}
      onSubmit={(body) => writeOff.mutateAsync({ params: paramsOf(charge), body })}
    />
  );
}

function VoidSale({ charge }: { charge: Charge }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const voidSale = useMutation(endpointMutation(charges.void));
  return (
    <ReasonDialog
      label={t("charges.void")}
      icon={<Ban aria-hidden />}
      title={t("charges.voidTitle", { amount: money(charge.due, charge.currency), name: charge.label })}
      description={t("charges.voidHint")}
      onSubmit={(body) => voidSale.mutateAsync({ params: paramsOf(charge), body })}
    />
  );
}

const paramsOf = ({ id, organization }: Charge) => ({ organizationId: organization.id, chargeId: id });

interface ReasonDialogProps {
  label: string;
  icon: ReactNode;
  title: string;
  description: string;
  onSubmit: (body: { reason: string }) => Promise<unknown>;
}

function ReasonDialog({ label, icon, title, description, onSubmit }: ReasonDialogProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  return (
    <DialogButton label={label} icon={icon} title={title} description={description}>
      {(close) => (
        <Form
          schema={WriteOffDraft}
          defaultValues={{ reason: "" }}
          guard={false}
          onSubmit={async (body) => {
            await onSubmit(body);
            await refetchPaymentQueries(cache);
            close();
          }}
        >
          <TextareaField name="reason" label={t("charges.writeOffReason")} rows={2} required />
          <DialogFormActions onClose={close}>{label}</DialogFormActions>
        </Form>
      )}
    </DialogButton>
  );
}

/** Steps of reminders leave it out. */
function PauseReminders({ charge }: { charge: Charge }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const onSuccess = () => refetchPaymentQueries(cache);
  const pause = useMutation({ ...endpointMutation(charges.pauseReminders), onSuccess });
  const resume = useMutation({ ...endpointMutation(charges.resumeReminders), onSuccess });
  const isPaused = charge.remindersPausedAt !== null;
  const { mutate, isPending } = isPaused ? resume : pause;
  return (
    <Button disabled={isPending} onClick={() => mutate({ params: paramsOf(charge) })}>
      {isPaused ? <BellRing aria-hidden /> : <BellOff aria-hidden />}
      {t(isPaused ? "charges.resumeReminders" : "charges.pauseReminders")}
    </Button>
  );
}

function UndoWriteOff({ charge }: { charge: Charge }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const undo = useMutation({
    ...endpointMutation(charges.undoWriteOff),
    onSuccess: () => refetchPaymentQueries(cache),
  });
  return (
    <Button disabled={undo.isPending} onClick={() => undo.mutate({ params: paramsOf(charge) })}>
      <Undo2 aria-hidden />
      {t("charges.undoWriteOff")}
    </Button>
  );
}

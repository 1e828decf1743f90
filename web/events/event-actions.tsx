/** Buttons of a booking: approve, reject, cancel, complete, restore. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRightLeft, Check, CircleX, Pencil, RotateCcw, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { type Cancellation, type Event, events } from "#contract/events.ts";
import { cancellationReasons } from "#contract/events-reason-rules.ts";
import {
  invalidateEventQueries,
  invalidatePaymentQueries,
  refetchPaymentQueries,
} from "#web/kit/data/invalidate-queries.ts";
import { ExtrasBack } from "#web/availability/extras-back.tsx";
import { usePackText } from "#web/availability/pack-text.ts";
import { call, endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from "#web/kit/ui/button.tsx";
import { SegmentedField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { isTeamMember, scopePath, useScope, useUser } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { AttendanceButtons } from "./attendance-buttons.tsx";
import { summarizeEvent } from "./summarize-event.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { UsualReasons } from "./usual-reasons.tsx";

const eventParams = ({ id, organizationId }: Event) => ({ organizationId, eventId: id });

interface EventActionsProps {
  event: Event;
  /** Edits all of the event, or moves it, in place instead of on its own page. */
  onEdit?: (part: "all" | "when") => void;
}

export function EventActions({ event, onEdit }: EventActionsProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { actions } = event;
  const onSuccess = () => invalidateEventQueries(cache);
  const approve = useUndoableAction(events.approve, event);
  const complete = useMutation({ ...endpointMutation(events.complete), onSuccess });
  const restore = useMutation({ ...endpointMutation(events.restore), onSuccess });
  const body = { params: eventParams(event), body: {} };
  const edit = scopePath(event.organizationId, `/events/${event.id}/edit`);
  // The series page asks the team which dates to cancel.
  const repeated =
    isTeamMember(useScope()) && event.seriesId && scopePath(event.organizationId, `/series/${event.seriesId}`);
  const can = (action: (typeof actions)[number]) => actions.includes(action);
  return (
    <>
      {can("markAttendance") && <AttendanceButtons event={event} />}
      {can("cancel") &&
        (repeated ? (
          <Link to={repeated} search={{ cancel: event.id }} className={buttonClass()}>
            <X aria-hidden />
            {t("events.cancel")}
          </Link>
        ) : (
          <CancelEventButton event={event} />
        ))}
      {can("reject") && <RejectEventButton event={event} />}
      {onEdit && can("move") && (
        <Button onClick={() => onEdit("when")}>
          <ArrowRightLeft aria-hidden />
          {t("events.move")}
        </Button>
      )}
      {onEdit && can("edit") && (
        <Button variant={can("approve") ? "secondary" : "primary"} onClick={() => onEdit("all")}>
          <Pencil aria-hidden />
          {t("kit.edit")}
        </Button>
      )}
      {!onEdit && can("move") && (
        <Link to={edit} search={{ part: "when" }} className={buttonClass()}>
          <ArrowRightLeft aria-hidden />
          {t("events.move")}
        </Link>
      )}
      {!onEdit && can("edit") && (
        <Link
          to={repeated ? `${repeated}/edit` : edit}
          search={repeated ? { eventId: event.id } : {}}
          className={buttonClass(can("approve") ? "secondary" : "primary")}
        >
          <Pencil aria-hidden />
          {t("kit.edit")}
        </Link>
      )}
      {can("complete") && (
        <Button pending={complete.isPending} onClick={() => complete.mutate(body)}>
          <Check aria-hidden />
          {t("events.complete")}
        </Button>
      )}
      {can("restore") && (
        <Button pending={restore.isPending} onClick={() => restore.mutate(body)}>
          <RotateCcw aria-hidden />
          {t("events.restore")}
        </Button>
      )}
      {can("approve") && (
        <Button variant="primary" pending={approve.isPending} onClick={() => void approve.run({}).catch(() => {})}>
          <Check aria-hidden />
          {t("events.approve")}
        </Button>
      )}
    </>
  );
}

interface CancelEventButtonProps {
  event: Event;
  size?: ButtonSize;
  variant?: ButtonVariant;
}

export function CancelEventButton({ event, size = "md", variant = "secondary" }: CancelEventButtonProps) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} size={size} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <X aria-hidden />
        {t(event.kind === "block" ? "events.cancelBlock" : "events.cancel")}
      </Button>
      <CancelEventDialog event={event} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

export function CancelEventDialog({ event, open, onClose }: { event: Event; open: boolean; onClose: () => void }) {
  const t = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onClose} title={t("events.cancelTitle", { name: event.name })}>
      <CancelEventForm event={event} onClose={onClose} />
    </Dialog>
  );
}

type UndoableEndpoint = typeof events.approve | typeof events.cancel | typeof events.reject;

function useUndoableAction(endpoint: UndoableEndpoint, event: Event) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const act = useMutation(endpointMutation(endpoint, { quiet: "outcome" }));
  const params = eventParams(event);
  // A refund is sent after the time to undo, and so is the mail.
  const run = async (body: NonNullable<Parameters<typeof act.mutateAsync>[0]["body"]>) => {
    const { message = "", data } = await act.mutateAsync({ params, body });
    const { refundDue, currency } = data;
    const done =
      refundDue > 0 ? t("events.doneAndRefund", { done: message, amount: money(refundDue, currency) }) : message;
    const text = t("events.doneNamed", { what: summarizeEvent(data), done });
    offerUndo(text, async () => {
      // A customer who was told nothing is not told of the undo either.
      await call(events.restore, { params, body: { notify: body.notify } });
      invalidatePaymentQueries(cache);
    });
    await refetchPaymentQueries(cache);
  };
  return { run, isPending: act.isPending };
}

const reasonSchema = z.nullish(z.string().check(z.trim(), z.maxLength(300)));
const CancelDraft = z.strictObject({
  reason: reasonSchema,
  refund: z.enum(["full", "share", "none", "amount"]),
  amount: z.nullish(z.number().check(z.gte(0), z.lte(1_000_000))),
  notify: z.boolean(),
});

function CancelEventForm({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useTranslation();
  const { id } = useUser();
  const { data } = useQuery({
    ...endpointQuery(events.cancellation, { params: eventParams(event) }),
    gcTime: 0,
    staleTime: 0,
  });
  const cancel = useUndoableAction(events.cancel, event);
  const terms = data?.data;
  if (!terms) return <Skeleton className="h-24 w-full" />;
  if (!terms.mayCancel)
    return (
      <>
        <p className="text-13">{terms.reason}</p>
        <FormActions className="pt-4">
          <Button onClick={onClose}>{t("kit.close")}</Button>
        </FormActions>
      </>
    );
  // Only the team cancels for others, and must give a reason.
  const isOthers = event.customer?.userId !== id;
  const choosesRefund = terms.policy === "team" && terms.paid > 0;
  return (
    <Form
      schema={CancelDraft}
      defaultValues={{ reason: "", refund: "full", amount: terms.paid / 100, notify: true }}
      guard={false}
      onSubmit={async ({ reason, refund, amount, notify }) => {
        const amounts = { amount: Math.round((amount ?? 0) * 100), share: terms.refundByConditions };
        const chosenRefund = refund === "amount" || refund === "share" ? amounts[refund] : refund;
        await cancel.run({ reason, notify, ...(choosesRefund ? { refund: chosenRefund } : {}) });
        onClose();
      }}
    >
      {terms.pack ? (
        <PackBackFields terms={terms} pack={terms.pack} choosesRefund={choosesRefund} />
      ) : (
        <>
          <RefundText terms={terms} timezone={event.timezone} isOthers={isOthers} />
          {choosesRefund && <RefundFields terms={terms} />}
        </>
      )}
      {event.kind === "event" && <ExtrasBack organizationId={event.organizationId} eventId={event.id} />}
      {event.kind === "event" && (
        <TextareaField
          name="reason"
          label={t("events.reason")}
          hint={isOthers && event.customer && t("events.reasonHint")}
          required={isOthers}
          optional={!isOthers}
          rows={2}
        />
      )}
      {event.kind === "event" && isOthers && <UsualReasons keys={cancellationReasons} />}
      {event.customer?.userId && isOthers && <SwitchField name="notify" label={t("events.notify")} />}
      <FormActions>
        <Button onClick={onClose}>{t("events.keep")}</Button>
        <SubmitButton variant="danger">
          {t(event.kind === "block" ? "events.cancelBlock" : "events.cancel")}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

interface RefundTextProps {
  terms: Cancellation;
  timezone: string;
  isOthers: boolean;
}

function RefundText({ terms, timezone, isOthers }: RefundTextProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { zonedDateTime } = useDateFormats(timezone);
  const { percent, currency, freeUntil } = terms;
  const until = freeUntil === null ? null : zonedDateTime(freeUntil);
  const paid = money(terms.paid, currency);
  const byConditions = { amount: money(terms.refundByConditions, currency), paid, percent };
  const shareText = t("events.refundPartial", byConditions);
  const teamText = (): string => {
    if (until !== null && percent === 100) return t("events.refundTeam", { paid, until });
    if (until !== null && percent === 0) return t("events.refundTeamLate", { paid, until });
    return t("events.refundTeamPartial", byConditions);
  };
  const texts: Record<Cancellation["policy"], string> = {
    nothing_paid: t("events.refundNothingPaid"),
    before_deadline:
      until === null ? shareText : t("events.refundBefore", { amount: money(terms.refund, currency), until }),
    partial: shareText,
    after_deadline: until === null || percent > 0 ? shareText : t("events.refundAfter", { paid, until }),
    team: teamText(),
  };
  const isFixed = isOthers && terms.policy !== "team" && terms.policy !== "nothing_paid";
  return (
    <div className="grid gap-1.5 rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
      <p>{texts[terms.policy]}</p>
      {isFixed && <p>{t("events.refundNeedsPermission")}</p>}
    </div>
  );
}

function RefundFields({ terms: { paid, refundByConditions, currency } }: Pick<RefundTextProps, "terms">) {
  const t = useTranslation();
  const money = useAmountFormat();
  const hasShare = refundByConditions > 0 && refundByConditions < paid;
  const chosen = useFieldValue("refund");
  return (
    <>
      <SegmentedField
        name="refund"
        label={t("events.refund")}
        options={[
          { value: "full", label: t("events.refundFull") },
          ...(hasShare ? [{ value: "share", label: money(refundByConditions, currency) }] : []),
          { value: "none", label: t("events.refundNone") },
          { value: "amount", label: t("events.refundAmount") },
        ]}
      />
      {chosen === "amount" && (
        <TextField
          name="amount"
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          label={t("events.refundAmount")}
        />
      )}
    </>
  );
}

interface PackBackFieldsProps {
  terms: Cancellation;
  pack: NonNullable<Cancellation["pack"]>;
  choosesRefund: boolean;
}

/** Units come back in place of money, by the same choice. */
function PackBackFields({ terms: { policy, percent }, pack, choosesRefund }: PackBackFieldsProps) {
  const t = useTranslation();
  const { backText } = usePackText();
  const chosen = useFieldValue("refund");
  const hasShare = percent > 0 && percent < 100;
  const shares: Partial<Record<string, number>> = { full: 100, none: 0, share: percent };
  const share = choosesRefund && typeof chosen === "string" ? (shares[chosen] ?? 100) : percent;
  return (
    <>
      <div className="grid gap-1.5 rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
        <p>{backText(pack, share)}</p>
        {!choosesRefund && policy !== "before_deadline" && <p>{t("events.refundNeedsPermission")}</p>}
      </div>
      {choosesRefund && (
        <SegmentedField
          name="refund"
          label={t("packs.backField")}
          options={[
            { value: "full", label: t("packs.backFull") },
            ...(hasShare ? [{ value: "share", label: t("packs.backConditions") }] : []),
            { value: "none", label: t("packs.backNothing") },
          ]}
        />
      )}
    </>
  );
}

const RejectDraft = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  notify: z.boolean(),
});

function RejectEventButton({ event }: { event: Event }): ReactNode {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  const reject = useUndoableAction(events.reject, event);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CircleX aria-hidden />
        {t("events.reject")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("events.rejectTitle", { name: event.name })}
        description={t("events.rejectText")}
      >
        <Form
          schema={RejectDraft}
          defaultValues={{ reason: "", notify: true }}
          guard={false}
          onSubmit={async (filled) => {
            await reject.run(filled);
            setOpen(false);
          }}
        >
          <TextareaField name="reason" label={t("events.reason")} hint={t("events.reasonHint")} rows={2} required />
          {event.customer?.userId && <SwitchField name="notify" label={t("events.notify")} />}
          <FormActions>
            <Button onClick={() => setOpen(false)}>{t("kit.cancel")}</Button>
            <SubmitButton variant="danger">{t("events.reject")}</SubmitButton>
          </FormActions>
        </Form>
      </Dialog>
    </>
  );
}

/** What can be done with an event, each where the event says so. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRightLeft, Check, CircleX, Pencil, RotateCcw, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { type Cancellation, type Event, events } from "#contract/events.ts";
import { refreshEvents, refreshMoney } from "#web/availability/refresh.ts";
import { call, read, write } from "#web/kit/api.ts";
import { Button, buttonClass, type ButtonSize, type ButtonVariant } from "#web/kit/button.tsx";
import { SegmentsField, SwitchField } from "#web/kit/choice-fields.tsx";
import { useDates } from "#web/kit/dates.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { Form, FormActions, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { useMoney } from "#web/kit/money.ts";
import { isTeam, scopePath, useScope, useUser } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { outcomeDuration, toast } from "#web/kit/toast.ts";
import { offerUndo } from "#web/kit/undo.ts";
import { useWords } from "#web/kit/words.ts";

const paramsOf = ({ id, organizationId }: Event) => ({ organizationId, eventId: id });

/** @param onEdit edits and moves it in place, instead of on a page of its own */
export function EventActions({ event, onEdit }: { event: Event; onEdit?: () => void }) {
  const t = useWords();
  const cache = useQueryClient();
  const { actions } = event;
  const onSuccess = () => refreshEvents(cache);
  const approve = useMutation({ ...write(events.approve), onSuccess });
  const complete = useMutation({ ...write(events.complete), onSuccess });
  const restore = useMutation({ ...write(events.restore), onSuccess });
  const body = { params: paramsOf(event), body: {} };
  const edit = scopePath(event.organizationId, `/events/${event.id}/edit`);
  // The team is asked there which of its dates are meant.
  const repeated = isTeam(useScope()) && event.seriesId && scopePath(event.organizationId, `/series/${event.seriesId}`);
  const can = (action: (typeof actions)[number]) => actions.includes(action);
  return (
    <>
      {can("cancel") &&
        (repeated ? (
          <Link to={repeated} search={{ cancel: event.id }} className={buttonClass()}>
            <X aria-hidden />
            {t("events.cancel")}
          </Link>
        ) : (
          <CancelEvent event={event} />
        ))}
      {can("reject") && <RejectEvent event={event} />}
      {onEdit && (can("edit") || can("move")) && (
        <Button variant={can("approve") ? "secondary" : "primary"} onClick={onEdit}>
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
        <Button variant="primary" pending={approve.isPending} onClick={() => approve.mutate(body)}>
          <Check aria-hidden />
          {t("events.approve")}
        </Button>
      )}
    </>
  );
}

interface OpensProps {
  event: Event;
  size?: ButtonSize;
  variant?: ButtonVariant;
}

/** The button that cancels, and the dialog that first says what it means. */
export function CancelEvent({ event, size = "md", variant = "secondary" }: OpensProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} size={size} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <X aria-hidden />
        {t(event.kind === "block" ? "events.cancelBlock" : "events.cancel")}
      </Button>
      <CancelDialog event={event} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

export function CancelDialog({ event, open, onClose }: { event: Event; open: boolean; onClose: () => void }) {
  const t = useWords();
  return (
    <Dialog open={open} onOpenChange={onClose} title={t("events.cancelTitle", { name: event.name })}>
      <CancelForm event={event} onClose={onClose} />
    </Dialog>
  );
}

/** An act that can be taken back, from the toast that tells of it. */
function useUndoable(endpoint: typeof events.cancel | typeof events.reject, event: Event) {
  const cache = useQueryClient();
  const act = useMutation(write(endpoint, { quiet: "outcome" }));
  const params = paramsOf(event);
  /** @param givesBack money that stays given back: then nothing is taken back by one click */
  return async (body: Parameters<typeof act.mutateAsync>[0]["body"], givesBack: boolean) => {
    const { message = "" } = await act.mutateAsync({ params, body });
    refreshMoney(cache);
    if (givesBack) return void toast({ description: message, variant: "success", duration: outcomeDuration });
    offerUndo(message, async () => {
      await call(events.restore, { params, body: {} });
      refreshEvents(cache);
    });
  };
}

const reason = z.nullish(z.string().check(z.trim(), z.maxLength(300)));
const CancelDraft = z.strictObject({
  reason,
  refund: z.enum(["full", "none", "amount"]),
  amount: z.nullish(z.number().check(z.gte(0), z.lte(1_000_000))),
  notify: z.boolean(),
});

function CancelForm({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useWords();
  const { id } = useUser();
  const { data } = useQuery({ ...read(events.cancellation, { params: paramsOf(event) }), gcTime: 0, staleTime: 0 });
  const cancel = useUndoable(events.cancel, event);
  const said = data?.data;
  if (!said) return <Skeleton className="h-24 w-full" />;
  if (!said.mayCancel)
    return (
      <>
        <p className="text-13">{said.reason}</p>
        <FormActions className="pt-4">
          <Button onClick={onClose}>{t("kit.close")}</Button>
        </FormActions>
      </>
    );
  // Only the team cancels for others, and says why.
  const isOthers = event.customer?.userId !== id;
  const choosesRefund = said.policy === "team" && said.paid > 0;
  return (
    <Form
      schema={CancelDraft}
      defaultValues={{ reason: "", refund: "full", amount: said.paid / 100, notify: true }}
      guard={false}
      onSubmit={async ({ reason: why, refund, amount, notify }) => {
        const asked = refund === "amount" ? Math.round((amount ?? 0) * 100) : refund;
        const givesBack = choosesRefund ? asked !== "none" && asked !== 0 : said.refund > 0;
        await cancel({ reason: why, notify, ...(choosesRefund ? { refund: asked } : {}) }, givesBack);
        onClose();
      }}
    >
      <RefundText said={said} />
      {choosesRefund && <RefundFields />}
      {event.kind === "event" && (
        <TextareaField
          name="reason"
          label={t("events.reason")}
          hint={isOthers && t("events.reasonHint")}
          required={isOthers}
          optional={!isOthers}
          rows={2}
        />
      )}
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

/** What is given back, by which rule, and until when it holds. */
function RefundText({ said }: { said: Cancellation }) {
  const t = useWords();
  const money = useMoney();
  const { dateTime } = useDates();
  const until = dateTime(said.cancelableUntil);
  const [now] = useState(() => Date.now());
  const texts: Record<Cancellation["policy"], string> = {
    nothing_paid: t("events.refundNothingPaid"),
    before_deadline: t("events.refundBefore", { amount: money(said.refund, said.currency), until }),
    after_deadline: t("events.refundAfter", { paid: money(said.paid, said.currency), until }),
    team: t(Date.parse(said.cancelableUntil) > now ? "events.refundTeam" : "events.refundTeamLate", {
      paid: money(said.paid, said.currency),
      until,
    }),
  };
  return <p className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">{texts[said.policy]}</p>;
}

function RefundFields() {
  const t = useWords();
  const chosen = useFieldValue("refund");
  return (
    <>
      <SegmentsField
        name="refund"
        label={t("events.refund")}
        options={[
          { value: "full", label: t("events.refundFull") },
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

/** What was paid goes back in full. */
const paymentsWith = new Set<Event["paymentStatus"]>(["paid", "partially_paid", "partially_refunded"]);

const RejectDraft = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  notify: z.boolean(),
});

function RejectEvent({ event }: { event: Event }): ReactNode {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const reject = useUndoable(events.reject, event);
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
            await reject(filled, paymentsWith.has(event.paymentStatus));
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

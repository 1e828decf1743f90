/** Bar with what can be done with the chosen events of the list (bulk actions), and the result of each that was refused. */
import { Check, CircleX, Download, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import * as z from "zod/mini";
import { cancellationReasons, rejectionReasons } from "#contract/events-reason-rules.ts";
import { attendances, type Event } from "#contract/events.ts";
import { exports } from "#contract/exports.ts";
import { download } from "#web/kit/data/download.ts";
import { listModules } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SegmentedField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { attendanceLabels } from "./labels.ts";
import { type BulkRefusal, useBulkDecisions } from "./use-bulk-decisions.ts";
import { UsualReasons } from "./usual-reasons.tsx";

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));
const RejectDraft = z.strictObject({ reason, notify: z.boolean() });
const CancelDraft = z.strictObject({ reason, notify: z.boolean(), refund: z.enum(["full", "none"]) });

/** If one fails to load, the others work without it. */
const moduleActions = listModules().flatMap(({ name, chosenEventsAction: load }) =>
  load
    ? {
        name,
        Action: lazy(() =>
          load().then(
            (Action) => ({ default: Action }),
            () => ({ default: () => null }),
          ),
        ),
      }
    : [],
);

interface EventsBulkBarProps {
  /** The chosen events of the page, in its order. */
  events: readonly Event[];
  /** Those that stay chosen. */
  onSelect: (ids: readonly string[]) => void;
}

export function EventsBulkBar({ events, onSelect }: EventsBulkBarProps) {
  const t = useTranslation();
  const { can, organizationId } = useScope();
  const [asked, setAsked] = useState<"reject" | "cancel">();
  const bulk = useBulkDecisions();
  const { progress, outcome } = bulk;
  const isBusy = progress !== undefined;
  const allowed = (action: Event["actions"][number]) => events.filter(({ actions }) => actions.includes(action));
  const [approvable, rejectable, cancelable] = [allowed("approve"), allowed("reject"), allowed("cancel")];
  const attended = allowed("markAttendance");
  // The conditions decide where the role may not choose.
  const mayRefund =
    can("payments.refund") &&
    cancelable.some(({ paymentStatus }) => paymentStatus !== "due" && paymentStatus !== "none");
  if (events.length === 0 && !outcome && !progress) return null;
  return (
    <section
      aria-label={t("events.chosen")}
      className="sticky bottom-3 z-10 mx-auto my-3 grid w-[min(48rem,calc(100%-1.5rem))] gap-2 rounded-xl bg-raised p-3 shadow-pop animate-pop-in"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto pl-1 text-13 font-medium tnum" aria-live="polite">
          {progress ? t("planning.bulkProgress", progress) : t("planning.chosenCount", { count: events.length })}
        </p>
        {approvable.length > 0 && (
          <Button size="sm" pending={isBusy} onClick={() => void bulk.approve(approvable).then(onSelect)}>
            <Check aria-hidden />
            {t("planning.approveCount", { count: approvable.length })}
          </Button>
        )}
        {rejectable.length > 0 && (
          <Button size="sm" aria-haspopup="dialog" pending={isBusy} onClick={() => setAsked("reject")}>
            <CircleX aria-hidden />
            {t("events.rejectCount", { count: rejectable.length })}
          </Button>
        )}
        {attended.length > 0 &&
          attendances.map((attendance) => (
            <Button
              key={attendance}
              size="sm"
              pending={isBusy}
              onClick={() => void bulk.markAttendance(attended, attendance).then(onSelect)}
            >
              {t(attendanceLabels[attendance])} {attended.length}
            </Button>
          ))}
        {cancelable.length > 0 && (
          <Button size="sm" aria-haspopup="dialog" pending={isBusy} onClick={() => setAsked("cancel")}>
            <X aria-hidden />
            {t("planning.cancelCount", { count: cancelable.length })}
          </Button>
        )}
        {!isBusy &&
          moduleActions.map(({ name, Action }) => (
            <Suspense key={name}>
              <Action events={events} />
            </Suspense>
          ))}
        {events.length > 0 && (
          <Button
            size="sm"
            disabled={isBusy}
            onClick={() => {
              const query = { ids: events.map(({ id }) => id).join(",") };
              // `download` has shown the failure in a toast.
              download(exports.csv, { params: { organizationId, list: "events" }, query }, "events.csv").catch(
                () => {},
              );
            }}
          >
            <Download aria-hidden />
            {t("events.exportChosen")}
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("planning.clearChosen")}
          disabled={isBusy}
          onClick={() => {
            bulk.close();
            onSelect([]);
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
      {outcome && <Refusals done={outcome.done} refused={outcome.refused} />}
      <Dialog
        open={asked === "reject"}
        onOpenChange={() => setAsked(undefined)}
        title={t("events.rejectAllTitle", { count: rejectable.length })}
        description={t("events.rejectText")}
      >
        <Form
          schema={RejectDraft}
          defaultValues={{ reason: "", notify: true }}
          guard={false}
          onSubmit={async (body) => {
            setAsked(undefined);
            onSelect(await bulk.reject(rejectable, body));
          }}
        >
          <TextareaField name="reason" label={t("events.reason")} hint={t("events.reasonHint")} rows={2} required />
          <UsualReasons keys={rejectionReasons} />
          <SwitchField name="notify" label={t("planning.notifyAll")} />
          <FormActions>
            <Button onClick={() => setAsked(undefined)}>{t("kit.cancel")}</Button>
            <SubmitButton variant="danger">{t("events.rejectCount", { count: rejectable.length })}</SubmitButton>
          </FormActions>
        </Form>
      </Dialog>
      <Dialog
        open={asked === "cancel"}
        onOpenChange={() => setAsked(undefined)}
        title={t("planning.cancelAllTitle", { count: cancelable.length })}
      >
        <Form
          schema={CancelDraft}
          defaultValues={{ reason: "", notify: true, refund: "full" }}
          guard={false}
          onSubmit={async ({ refund, ...body }) => {
            setAsked(undefined);
            onSelect(await bulk.cancel(cancelable, { ...body, ...(mayRefund && { refund }) }));
          }}
        >
          {mayRefund && (
            <SegmentedField
              name="refund"
              label={t("events.refund")}
              options={[
                { value: "full", label: t("events.refundFull") },
                { value: "none", label: t("events.refundNone") },
              ]}
            />
          )}
          <TextareaField name="reason" label={t("events.reason")} hint={t("events.reasonHint")} rows={2} required />
          <UsualReasons keys={cancellationReasons} />
          <SwitchField name="notify" label={t("planning.notifyAll")} />
          <FormActions>
            <Button onClick={() => setAsked(undefined)}>{t("events.keep")}</Button>
            <SubmitButton variant="danger">{t("planning.cancelCount", { count: cancelable.length })}</SubmitButton>
          </FormActions>
        </Form>
      </Dialog>
    </section>
  );
}

function Refusals({ done, refused }: { done: number; refused: readonly BulkRefusal[] }) {
  const t = useTranslation();
  return (
    <div role="alert" className="grid max-h-40 gap-1 overflow-y-auto border-t border-line px-1 pt-2 text-13">
      <p className="font-medium">
        {t("planning.bulkDone", { count: done })} · {t("planning.bulkRefused", { count: refused.length })}
      </p>
      <ul className="grid gap-0.5">
        {refused.map(({ event, reason: why }) => (
          <li key={event.id}>
            <EventMoment event={event} />: <span className="text-danger">{why}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function EventMoment({ event }: { event: Event }) {
  const { day, time } = useDateFormats(event.timezone);
  const { customer, name, startTime, field } = event;
  return `${customer?.name ?? name}, ${day(startTime)} ${time(startTime)}, ${field.name}`;
}

/** Booking from the grid: what matters in a small box beside the place that was chosen; the whole form is one click away. */
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useRef, useState } from "react";
import type { PlanningField } from "#contract/planning.ts";
import { useDay } from "#web/availability/slot-picker.tsx";
import { startOf, wallClockOf } from "#web/availability/slots.ts";
import { Beside } from "#web/kit/beside.tsx";
import { Button } from "#web/kit/button.tsx";
import { SegmentsField, SwitchField } from "#web/kit/choice-fields.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { Form, FormActions, SubmitButton, useFieldValue, useSetField } from "#web/kit/form.tsx";
import { useForm } from "#web/kit/form-context.ts";
import { useScope } from "#web/kit/scope.ts";
import { toast } from "#web/kit/toast.ts";
import { useWords } from "#web/kit/words.ts";
import type { Board } from "#web/planner/board.ts";
import { Follow, Keeper, seriesOf, wholeOf } from "./in-step.ts";
import { BlockFields, BookingsInside } from "./quick-block.tsx";
import { Note, Whom } from "./quick-customer.tsx";
import { type Begun, QuickDraft } from "./quick-draft.ts";
import { Plans, Price, When } from "./quick-fields.tsx";
import { Instead, useObstacle } from "./quick-refusal.tsx";
import { RepeatFields, SeriesPreview } from "./quick-series.tsx";
import { useSaving } from "./saving.ts";
import { keptFor, placesFor, type Quick, type Typed } from "./use-quick.ts";

export interface QuickCreateProps {
  one: Begun;
  quick: Quick;
  board: Board;
  /** Every field that is known, whether it is shown or not. */
  fields: readonly PlanningField[];
}

/** What it begins with. @param field where it begins, @param kept what was typed for that place before */
function blankFor({ kind, duration, places, filled }: Begun, field: PlanningField, kept: Typed | undefined) {
  const [first] = places;
  const { date, time } = wallClockOf(first?.startTime ?? "", field.timezone);
  return {
    ...{ kind, fieldId: field.id, date, startTime: time, duration, type: "free_play" as const, priceType: null },
    ...{
      people: null,
      payment: "on_site" as const,
      method: "cash" as const,
      email: "",
      customer: { userId: "", name: "", phone: "" },
    },
    ...{ text: "", isInternal: false, override: false, overrideReason: "", reason: "", description: "" },
    ...{ repeats: false, ends: "count" as const, count: 10, until: "", chosen: {} },
    ...(filled ?? kept),
  };
}

export function QuickCreate(props: QuickCreateProps) {
  const { one, quick, fields } = props;
  const t = useWords();
  const { organizationId } = useScope();
  const [begunAt] = useState(one.places[0]);
  const field = fields.find(({ id }) => id === begunAt?.fieldId);
  const isAgain = useRef(false);
  const { submit, outcome, goOnAfter } = useSaving(props);
  if (!field || !begunAt) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    isAgain.current = true;
    event.currentTarget.querySelector("form")?.requestSubmit();
  };
  return (
    <Beside
      anchor={`[data-draft="${one.id}"]`}
      at={JSON.stringify([one.places, one.duration])}
      label={t("events.create")}
      hidden={one.state === "saving"}
    >
      <div
        onKeyDown={onKeyDown}
        onSubmitCapture={() => {
          goOnAfter(isAgain.current);
          isAgain.current = false;
        }}
      >
        <Form
          schema={QuickDraft}
          guard={false}
          defaultValues={blankFor(one, field, keptFor(organizationId, begunAt))}
          onSubmit={submit}
          label={t("events.create")}
          className="gap-3! [&_[data-row]]:grid-cols-2! [&_[data-row]]:gap-2!"
        >
          <Keeper begunAt={begunAt} />
          <Follow {...props} />
          <Content {...props} outcome={outcome} />
          <Buttons one={one} onClose={() => quick.close(one.id)} />
        </Form>
      </div>
    </Beside>
  );
}

function Content(props: QuickCreateProps & { outcome: ReturnType<typeof useSaving>["outcome"] }) {
  const { one, quick, board, fields, outcome } = props;
  const t = useWords();
  const { can } = useScope();
  const kind = useFieldValue("kind");
  const repeats = useFieldValue("repeats") === true;
  const set = useSetField();
  const payment = useFieldValue("payment");
  const userId = useFieldText("customer.userId");
  const [place] = one.places;
  const field = fields.find(({ id }) => id === place?.fieldId);
  const date = place && field ? wallClockOf(place.startTime, field.timezone).date : "";
  const day = useDay({ date, facilityId: field?.facilityId, userId: userId || undefined }, field !== undefined);
  const { taken, isOutside } = useObstacle(board, one, fields);
  if (!field || !place) return null;
  const isBlock = kind === "block";
  const isRepeated = kind === "series" || (isBlock && repeats);
  return (
    <>
      <SegmentsField
        name="kind"
        label={t("events.kind")}
        hideLabel
        options={[
          { value: "event", label: t("planning.booking") },
          { value: "series", label: t("events.series") },
          { value: "block", label: t("events.kindBlock") },
        ]}
        onChosen={(next) => {
          // Dates of a series are paid one by one.
          if (next !== "event" && payment !== "free") set("payment", "on_site");
          quick.change(one.id, { places: placesFor(one, next) });
        }}
      />
      {!isBlock && <Whom />}
      <When one={one} fields={fields} />
      {isBlock ? <BlockFields /> : <Plans one={one} start={startOf(day.data?.data, place)} />}
      {isRepeated && <RepeatFields />}
      {!isBlock && <Price one={one} />}
      {isRepeated && one.places.length === 1 && <SeriesPreview place={place} timezone={field.timezone} />}
      <Note />
      {!isBlock && isOutside && can("events.override") && (
        <div className="grid gap-2 rounded-lg bg-blue-bg px-3 py-2 text-blue-fg">
          <SwitchField name="override" label={t("events.override")} hint={t("events.overrideHint")} />
          <OverrideReason />
        </div>
      )}
      {isBlock && taken.length > 0 && <BookingsInside items={taken} one={one} board={board} fields={fields} />}
      {!isBlock && isOutside && !can("events.override") && (
        <p className="text-13 text-danger">{t("events.outsideHours")}</p>
      )}
      <Instead {...{ one, quick, board, outcome }} taken={isBlock ? [] : taken} day={day.data?.data} />
    </>
  );
}

function OverrideReason() {
  const t = useWords();
  if (useFieldValue("override") !== true) return null;
  return <TextField name="overrideReason" label={t("events.reason")} autoComplete="off" required />;
}

function Buttons({ one, onClose }: { one: Begun; onClose: () => void }) {
  const t = useWords();
  const { path } = useScope();
  const navigate = useNavigate();
  const store = useForm();
  const kind = useFieldValue("kind");
  const more = () => {
    const filled = store.snapshot().values as QuickDraft;
    const isTaken = filled.payment === "paid" || filled.payment === "link";
    if (filled.kind === "event" && isTaken) toast({ description: t("planning.moneyLater") });
    const isSeries = filled.kind === "series" || (filled.kind === "block" && filled.repeats);
    void navigate({
      to: path(isSeries ? "/events/create-series" : "/events/create"),
      search: { fieldId: filled.fieldId },
      state: { eventFilled: wholeOf(filled), ...(isSeries ? { seriesFilled: seriesOf(filled) } : {}) },
      // What is filled in goes along.
      ignoreBlocker: true,
    });
  };
  const places = one.places.length;
  const label = kind === "series" ? "planning.bookSeries" : kind === "block" ? "planning.blockNow" : "events.book";
  return (
    <FormActions className="sticky -bottom-4 -mx-4 -mb-4 border-t border-line bg-raised px-4 py-3">
      <Button variant="ghost" className="mr-auto" onClick={more}>
        {t("planning.more")}
      </Button>
      <Button onClick={onClose}>{t("kit.cancel")}</Button>
      <SubmitButton>{places > 1 ? `${t(label)} (${places})` : t(label)}</SubmitButton>
    </FormActions>
  );
}

/** A new closure: first where and when, then what becomes of the events that it touches. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { availability } from "#contract/availability.ts";
import { events } from "#contract/events.ts";
import { fields } from "#contract/fields.ts";
import { type AffectedEvent, ClosureDraft, hours } from "#contract/hours.ts";
import { ApiError, call, read } from "#web/kit/api.ts";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { ComboboxField } from "#web/kit/combobox-field.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { choiceFor, type Choices, decisionFor } from "./affected-events.tsx";
import { Decisions } from "./decisions.tsx";
import { PeriodFields } from "./exceptions.tsx";

const { facilityId: _facility, fieldId: _field, decisions: _decisions, ...kept } = ClosureDraft.shape;
/** `place`: `facility` or `field`, and its id. */
const ClosureForm = z.strictObject({ ...kept, place: z.string().check(z.minLength(1)) });
type ClosureForm = z.output<typeof ClosureForm>;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What was filled in elsewhere of a closure: a stretch of the planning. */
    closureFilled?: Partial<Omit<typeof blank, "hours">> & { hours?: { start: string; end: string }[] };
  }
}

const blank = { place: "", name: "", from: "", to: "", closed: true, hours: [], reason: "" };

/** As the contract has it, without decisions. */
function bodyOf({ place, ...draft }: ClosureForm) {
  const [kind, id = ""] = place.split(" ");
  return { ...draft, ...(kind === "field" ? { fieldId: id } : { facilityId: id }) };
}

/** What a closure would touch, as it was when it was tried out. */
interface Tried {
  /** The draft, for telling whether it still is the same. */
  key: string;
  affected: readonly AffectedEvent[];
  total: number;
}

export function ClosureCreatePage() {
  const t = useWords();
  const { path } = useScope();
  return (
    <Page
      title={t("hours.createClosure")}
      crumbs={[
        <Link key="list" to={path("/closures")}>
          {t("hours.closures")}
        </Link>,
      ]}
    >
      <ClosureFormPage />
    </Page>
  );
}

function useClosing() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [tried, setTried] = useState<Tried>();
  const [choices, setChoices] = useState<Choices>({});
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const params = { organizationId };

  const tryOut = async (draft: ClosureForm) => {
    const body = bodyOf(draft);
    const { data } = await call(hours.createClosure, { params, body, query: { dryRun: "true" } }, { quiet: "outcome" });
    setTried({ key: keyOf(draft), affected: data.affected, total: data.affectedTotal });
    return data.affectedTotal;
  };
  const create = async (draft: ClosureForm) => {
    const there = tried?.key === keyOf(draft) ? tried.affected : [];
    const decided = there.map((event) => ({ event, decision: decisionFor(event, choiceFor(choices, event)) }));
    const undecided = decided
      .filter(({ decision }) => !decision)
      .map(({ event }) => [event.id, t("hours.moveIncomplete")]);
    setRefusals(Object.fromEntries(undecided));
    if (undecided.length > 0) return false;
    const decisions = decided.flatMap(({ decision }) => decision ?? []);
    try {
      await call(hours.createClosure, { params, body: { ...bodyOf(draft), decisions } });
    } catch (error) {
      const refused = refusedBy(
        error,
        decided.map(({ event }) => event.id),
      );
      if (!refused) throw error;
      // Meanwhile others may have booked what was free.
      await tryOut(draft).catch(() => {});
      setRefusals(refused);
      return false;
    }
    for (const { name } of [hours.closures, events.list, events.read, availability.read])
      void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path("/closures") });
    return true;
  };
  /** Tries out first whatever was not tried out yet; what touches nothing is created at once. */
  const submit = async (draft: ClosureForm) => {
    if (tried?.key === keyOf(draft)) return create(draft);
    setRefusals({});
    return (await tryOut(draft)) === 0 ? create(draft) : false;
  };
  return { tried, choices, setChoices, refusals, submit };
}

/** Whatever decides which events it touches. */
const keyOf = ({ place, from, to, closed, hours: special }: ClosureForm) =>
  JSON.stringify([place, from, to, closed, closed ? [] : special]);

/** What the server refused to do with single events: `decisions.3`, `decisions.3.eventId`. */
function refusedBy(error: unknown, ids: readonly string[]): Record<string, string> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const beside = Object.entries(error.errors ?? {}).flatMap(([name, messages]) => {
    const id = ids[Number(/^decisions\.(\d+)/.exec(name)?.[1] ?? NaN)];
    return id === undefined ? [] : [[id, messages.join(" ")] as const];
  });
  return beside.length > 0 ? Object.fromEntries(beside) : undefined;
}

function ClosureFormPage() {
  const t = useWords();
  const { tried, choices, setChoices, refusals, submit } = useClosing();
  const facilities = useFacilities();
  const begun = useRouterState({ select: ({ location }) => location.state.closureFilled });
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // To what was found, or to the first event that was refused.
    const refused = section.current?.querySelector<HTMLElement>("[data-refused]");
    (refused ?? section.current)?.focus();
  }, [tried, refusals]);
  return (
    <Form
      schema={ClosureForm}
      defaultValues={{ ...blank, ...begun }}
      onSubmit={submit}
      label={t("hours.createClosure")}
      className="gap-6"
    >
      <FormSection title={t("hours.closure")} hint={t("hours.closureHint")}>
        <ComboboxField
          name="place"
          label={t("hours.place")}
          options={facilities.flatMap((facility) => [
            { value: `facility ${facility.id}`, label: facility.name, hint: t("hours.wholeFacility") },
            ...facility.fields.map(({ id, name }) => ({ value: `field ${id}`, label: name, hint: facility.name })),
          ])}
          required
        />
        <TextField name="name" label={t("hours.closureName")} placeholder={t("hours.closureExample")} required />
        <PeriodFields label={t("hours.specialHours")} />
        <TextareaField name="reason" label={t("hours.reason")} hint={t("hours.reasonHint")} maxLength={300} optional />
      </FormSection>
      {tried && tried.total > 0 && (
        <div ref={section} tabIndex={-1} className="outline-none">
          <FormSection title={t("hours.touched", { count: tried.total })} hint={t("hours.touchedHint")}>
            <Decisions
              events={tried.affected}
              total={tried.total}
              choices={choices}
              onChoose={setChoices}
              refusals={refusals}
              fields={facilities.flatMap((facility) =>
                facility.fields.map(({ id, name }) => ({ value: id, label: name, group: facility.name })),
              )}
            />
          </FormSection>
        </div>
      )}
      <FormActions>
        <SubmitButton>{t(tried && tried.total > 0 ? "hours.carryOut" : "hours.createClosure")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function useFacilities() {
  const { organizationId } = useScope();
  return useQuery(read(fields.byFacility, { params: { organizationId } })).data?.data ?? [];
}

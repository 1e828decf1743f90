import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { availability } from "#contract/availability.ts";
import { events } from "#contract/events.ts";
import { fields } from "#contract/fields.ts";
import { type AffectedEvent, type Closure, type ClosureDecision, ClosureDraft, hours } from "#contract/hours.ts";
import { ApiError, call, endpointQuery } from "#web/kit/data/api.ts";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { getDecisionDraft, type DecisionDrafts, toDecision } from "./affected-events.tsx";
import { EventDecisions } from "./event-decisions.tsx";
import { PeriodFields } from "./exceptions.tsx";

const {
  allFacilities: _all,
  facilityId: _facility,
  fieldId: _field,
  decisions: _decisions,
  ...sharedShape
} = ClosureDraft.shape;
const ALL_FACILITIES = "all";
/** `place` is `all`, `facility <id>` or `field <id>`. */
const ClosureForm = z.strictObject({ ...sharedShape, place: z.string().check(z.minLength(1)) });
type ClosureForm = z.output<typeof ClosureForm>;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Initial values from a region drawn on the planning. */
    closureFormValues?: Partial<Omit<typeof blankClosure, "hours">> & { hours?: { start: string; end: string }[] };
  }
}

const blankClosure = { place: "", name: "", from: "", to: "", closed: true, hours: [], reason: "" };

function toClosureBody({ place, ...draft }: ClosureForm) {
  const [kind, id = ""] = place.split(" ");
  if (kind === ALL_FACILITIES) return { ...draft, allFacilities: true };
  return { ...draft, ...(kind === "field" ? { fieldId: id } : { facilityId: id }) };
}

function toClosureForm({ name, from, to, closed, hours: special, facility, field }: Closure): ClosureForm {
  const place = field ? `field ${field.id}` : facility ? `facility ${facility.id}` : ALL_FACILITIES;
  return { place, name, from, to, closed, hours: special, reason: "" };
}

interface DryRun {
  /** Identifies the draft, to detect changes after the dry run. */
  key: string;
  affected: readonly AffectedEvent[];
  total: number;
}

export function ClosureCreatePage() {
  const t = useTranslation();
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
      <ClosureFormContent />
    </Page>
  );
}

export function ClosurePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, closureId: useRouteParam("closureId") };
  const { data, error, refetch } = useFreshQuery(endpointQuery(hours.readClosure, { params }));
  return (
    <Page
      title={t("hours.editClosure")}
      crumbs={[
        <Link key="list" to={path("/closures")}>
          {t("hours.closures")}
        </Link>,
      ]}
    >
      {data ? (
        <ClosureFormContent closure={data.data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

/** Creates a closure, or changes the given one. */
function useSaveClosure(closure: Closure | undefined) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [tried, setTried] = useState<DryRun>();
  const [choices, setChoices] = useState<DecisionDrafts>({});
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const params = { organizationId };

  const send = (draft: ClosureForm, decisions: ClosureDecision[], isDryRun = false) => {
    const trial = isDryRun && { query: { dryRun: "true" } as const };
    const outcome = isDryRun ? ({ quiet: "outcome" } as const) : undefined;
    if (!closure)
      return call(hours.createClosure, { params, body: { ...toClosureBody(draft), decisions }, ...trial }, outcome);
    const { place: _place, ...changes } = draft;
    const request = { params: { ...params, closureId: closure.id }, body: { ...changes, decisions } };
    return call(hours.updateClosure, { ...request, ...trial }, outcome);
  };
  const tryOut = async (draft: ClosureForm) => {
    const { data } = await send(draft, [], true);
    setTried({ key: draftKey(draft), affected: data.affected, total: data.affectedTotal });
    return data.affectedTotal;
  };
  const save = async (draft: ClosureForm) => {
    const affected = tried?.key === draftKey(draft) ? tried.affected : [];
    const decided = affected.map((event) => ({ event, decision: toDecision(event, getDecisionDraft(choices, event)) }));
    const undecided = decided
      .filter(({ decision }) => !decision)
      .map(({ event }) => [event.id, t("hours.moveIncomplete")]);
    setRefusals(Object.fromEntries(undecided));
    if (undecided.length > 0) return false;
    const decisions = decided.flatMap(({ decision }) => decision ?? []);
    try {
      await send(draft, decisions);
    } catch (error) {
      const refused = refusalsByEvent(
        error,
        decided.map(({ event }) => event.id),
      );
      if (!refused) throw error;
      // Other people may have booked the alternatives meanwhile.
      await tryOut(draft).catch(() => {});
      setRefusals(refused);
      return false;
    }
    for (const { name } of [hours.closures, hours.readClosure, events.list, events.read, availability.read])
      void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path("/closures") });
    return true;
  };
  /** Does a dry run first if the draft changed since the last one, and saves at once if it affects no event. */
  const submit = async (draft: ClosureForm) => {
    if (tried?.key === draftKey(draft)) return save(draft);
    setRefusals({});
    return (await tryOut(draft)) === 0 ? save(draft) : false;
  };
  return { tried, choices, setChoices, refusals, submit };
}

const draftKey = ({ place, from, to, closed, hours: special }: ClosureForm) =>
  JSON.stringify([place, from, to, closed, closed ? [] : special]);

/** Maps errors such as `decisions.3` or `decisions.3.eventId` to event ids. */
function refusalsByEvent(error: unknown, ids: readonly string[]): Record<string, string> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const beside = Object.entries(error.errors ?? {}).flatMap(([name, messages]) => {
    const id = ids[Number(/^decisions\.(\d+)/.exec(name)?.[1] ?? NaN)];
    return id === undefined ? [] : [[id, messages.join(" ")] as const];
  });
  return beside.length > 0 ? Object.fromEntries(beside) : undefined;
}

function ClosureFormContent({ closure }: { closure?: Closure }) {
  const t = useTranslation();
  const { tried, choices, setChoices, refusals, submit } = useSaveClosure(closure);
  const facilities = useFacilities();
  const hasAffected = tried !== undefined && tried.total > 0;
  const submitText = closure
    ? t(hasAffected ? "hours.saveAndCarryOut" : "kit.save")
    : t(hasAffected ? "hours.carryOut" : "hours.createClosure");
  const initialValues = useRouterState({ select: ({ location }) => location.state.closureFormValues });
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focus the result of the dry run, or the first event that was refused.
    const refused = section.current?.querySelector<HTMLElement>("[data-refused]");
    (refused ?? section.current)?.focus();
  }, [tried, refusals]);
  return (
    <Form
      schema={ClosureForm}
      defaultValues={closure ? toClosureForm(closure) : { ...blankClosure, ...initialValues }}
      onSubmit={submit}
      label={t(closure ? "hours.editClosure" : "hours.createClosure")}
      className="gap-6"
    >
      <FormSection title={t("hours.closure")} hint={t("hours.closureHint")}>
        {closure ? (
          <p className="text-13 [overflow-wrap:anywhere]">
            <span className="mb-1 block font-medium">{t("hours.place")}</span>
            {closure.field?.name ?? closure.facility?.name ?? t("hours.wholeClub")}
          </p>
        ) : (
          <ComboboxField
            name="place"
            label={t("hours.place")}
            options={[
              { value: ALL_FACILITIES, label: t("hours.wholeClub"), hint: t("hours.allFacilities") },
              ...facilities.flatMap((facility) => [
                { value: `facility ${facility.id}`, label: facility.name, hint: t("hours.wholeFacility") },
                ...facility.fields.map(({ id, name }) => ({ value: `field ${id}`, label: name, hint: facility.name })),
              ]),
            ]}
            required
          />
        )}
        <TextField name="name" label={t("hours.closureName")} placeholder={t("hours.closureExample")} required />
        <SpecialHoursFields facilities={facilities} />
        <TextareaField name="reason" label={t("hours.reason")} hint={t("hours.reasonHint")} maxLength={300} optional />
      </FormSection>
      {hasAffected && (
        <div ref={section} tabIndex={-1} className="outline-none">
          <FormSection title={t("hours.touched", { count: tried.total })} hint={t("hours.touchedHint")}>
            <EventDecisions
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
        <SubmitButton>{submitText}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Special hours begin with those that the place, or the first field of the facility, has on that weekday. */
function SpecialHoursFields({ facilities }: { facilities: ReturnType<typeof useFacilities> }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [kind, placeId] = useFieldText("place").split(" ");
  const from = useFieldText("from");
  const facility = kind === ALL_FACILITIES ? facilities[0] : facilities.find(({ id }) => id === placeId);
  const fieldId = kind === "field" ? placeId : facility?.fields[0]?.id;
  const field = useQuery({
    ...endpointQuery(fields.read, { params: { organizationId, fieldId: fieldId ?? "" } }),
    enabled: fieldId !== undefined,
  }).data?.data;
  const openingHourPatternId = field?.openingHourPattern?.id;
  const pattern = useQuery({
    ...endpointQuery(hours.read, { params: { organizationId, openingHourPatternId: openingHourPatternId ?? "" } }),
    enabled: openingHourPatternId !== undefined,
  }).data?.data;
  const weekday = from && Temporal.PlainDate.from(from).dayOfWeek;
  const usual = pattern?.hours.filter((slot) => slot.weekday === weekday).map(({ start, end }) => ({ start, end }));
  return <PeriodFields label={t("hours.specialHours")} {...(usual && { usual })} />;
}

function useFacilities() {
  const { organizationId } = useScope();
  return useQuery(endpointQuery(fields.byFacility, { params: { organizationId } })).data?.data ?? [];
}

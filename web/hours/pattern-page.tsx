import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { availability } from "#contract/availability.ts";
import { fields } from "#contract/fields.ts";
import { type AffectedEvent, hours, type OpeningHourPattern } from "#contract/hours.ts";
import { call, endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { quietOutcome, useDeletion } from "#web/kit/data/use-deletion.ts";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { pickChanges } from "#web/kit/form/form-values.ts";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { DeleteButton } from "#web/kit/ui/record-buttons.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { AffectedEventSummary } from "./affected-events.tsx";
import { type PatternDraft, PatternForm, patternForm } from "./pattern-form.tsx";

function useInvalidatePatterns() {
  const cache = useQueryClient();
  return () => {
    for (const { name } of [hours.list, hours.read, fields.read, fields.list, availability.read])
      void cache.invalidateQueries({ queryKey: [name] });
  };
}

const dryRunOptions = { query: { dryRun: "true" }, quiet: "outcome" } as const;

export function PatternCreatePage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const forget = useInvalidatePatterns();
  const { confirmAffected, dialog } = useConfirmAffected();
  const create = useMutation(endpointMutation(hours.create));
  const params = { organizationId };
  const save = async (body: PatternDraft) => {
    const tried = await call(
      hours.create,
      { params, body, query: dryRunOptions.query },
      { quiet: dryRunOptions.quiet },
    );
    if (!(await confirmAffected(tried.data))) return false;
    const { data } = await create.mutateAsync({ params, body });
    forget();
    await navigate({ to: path(`/opening-hours/${data.id}`) });
    return true;
  };
  return (
    <Page title={t("hours.create")} crumbs={[<ListLink key="list" />]}>
      <PatternForm onSave={save} />
      {dialog}
    </Page>
  );
}

export function PatternPage() {
  const { organizationId } = useScope();
  const params = { organizationId, openingHourPatternId: useRouteParam("openingHourPatternId") };
  const t = useTranslation();
  const { data, error, refetch } = useFreshQuery(endpointQuery(hours.read, { params }));
  const pattern = data?.data;
  return (
    <Page
      title={pattern?.name ?? t("hours.one")}
      crumbs={[<ListLink key="list" />]}
      actions={pattern && <DeletePattern pattern={pattern} />}
    >
      {pattern ? (
        <EditForm key={`${pattern.id} ${pattern.updated_at}`} pattern={pattern} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={16} aside={false} />
      )}
    </Page>
  );
}

function ListLink() {
  const t = useTranslation();
  const { path } = useScope();
  return <Link to={path("/opening-hours")}>{t("hours.title")}</Link>;
}

/** Send only the members changed in this form, so that other people's changes meanwhile stay. */
function EditForm({ pattern }: { pattern: OpeningHourPattern }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const forget = useInvalidatePatterns();
  const { confirmAffected, dialog } = useConfirmAffected();
  const update = useMutation(endpointMutation(hours.update));
  const params = { organizationId, openingHourPatternId: pattern.id };
  const save = async (draft: PatternDraft) => {
    const body = pickChanges(patternForm.filledWith(pattern), draft);
    if (Object.keys(body).length === 0) return true;
    const tried = await call(
      hours.update,
      { params, body, query: dryRunOptions.query },
      { quiet: dryRunOptions.quiet },
    );
    // A new name affects no event.
    if (Object.keys(body).some((name) => name !== "name") && !(await confirmAffected(tried.data))) return false;
    const { data } = await update.mutateAsync({ params, body });
    cache.setQueryData(endpointQuery(hours.read, { params }).queryKey, { data });
    forget();
    return true;
  };
  return (
    <>
      <PatternForm pattern={pattern} onSave={save} />
      {dialog}
    </>
  );
}

function DeletePattern({ pattern }: { pattern: OpeningHourPattern }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, openingHourPatternId: pattern.id };
  const { length: count } = pattern.fields;
  const leave = useDeletion({
    remove: () => call(hours.delete, { params }, quietOutcome),
    restore: () => call(hours.restore, { params }),
    readEndpointName: hours.read.name,
    listPath: path("/opening-hours"),
    fallbackMessage: t("hours.deleted"),
    invalidate: useInvalidatePatterns(),
  });
  return (
    <DeleteButton label={t("hours.delete")} title={t("hours.deleteTitle", { name: pattern.name })} onConfirm={leave}>
      {count > 0 ? t("hours.deleteText", { count }) : t("hours.deleteUnused")}
    </DeleteButton>
  );
}

interface AffectedResult {
  affected: readonly AffectedEvent[];
  affectedTotal: number;
}
interface OpenQuestion extends AffectedResult {
  answer: (go: boolean) => void;
}

/**
 * Asks for confirmation if events would lie outside the opening hours.
 * @returns a function that asks, and the dialog to render
 */
export function useConfirmAffected() {
  const [asked, setAsked] = useState<OpenQuestion>();
  const confirmAffected = ({ affected, affectedTotal }: AffectedResult): Promise<boolean> =>
    affectedTotal === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          const answer = (go: boolean) => {
            setAsked(undefined);
            resolve(go);
          };
          setAsked({ affected, affectedTotal, answer });
        });
  return { confirmAffected, dialog: <AffectedDialog asked={asked} /> };
}

function AffectedDialog({ asked }: { asked: OpenQuestion | undefined }) {
  const t = useTranslation();
  const { affected = [], affectedTotal: count = 0, answer } = asked ?? {};
  return (
    <Dialog
      open={asked !== undefined}
      onOpenChange={() => answer?.(false)}
      size="large"
      title={t("hours.affectedTitle", { count })}
      description={t("hours.affectedText")}
      footer={
        <>
          <Button data-autofocus onClick={() => answer?.(false)}>
            {t("hours.back")}
          </Button>
          <Button variant="primary" onClick={() => answer?.(true)}>
            {t("hours.saveAnyway")}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line rounded-xl border border-line">
        {affected.map((event) => (
          <li key={event.id} className="px-4 py-2.5">
            <AffectedEventSummary event={event} />
          </li>
        ))}
      </ul>
      {count > affected.length && (
        <p className="mt-2 text-13 text-ink-3">{t("hours.affectedMore", { count: affected.length })}</p>
      )}
    </Dialog>
  );
}

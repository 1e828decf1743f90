/** A new pattern of opening hours, and one to change or to delete. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { availability } from "#contract/availability.ts";
import { fields } from "#contract/fields.ts";
import { type AffectedEvent, hours, type OpeningHourPattern } from "#contract/hours.ts";
import { call, read, write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { useCurrent } from "#web/kit/current.ts";
import { quietly, useDeletion } from "#web/kit/deletion.ts";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { changedFrom } from "#web/kit/form-values.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { DeleteButton } from "#web/kit/record-buttons.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { EventSummary } from "./affected-events.tsx";
import { filledWith, type PatternDraft, PatternForm } from "./pattern-form.tsx";

/** Asks again for whatever shows patterns, or what comes of them. */
function useForgetPatterns() {
  const cache = useQueryClient();
  return () => {
    for (const { name } of [hours.list, hours.read, fields.read, fields.list, availability.read])
      void cache.invalidateQueries({ queryKey: [name] });
  };
}

const trial = { query: { dryRun: "true" }, quiet: "outcome" } as const;

export function PatternCreatePage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const forget = useForgetPatterns();
  const { ask, dialog } = useAffectedQuestion();
  const create = useMutation(write(hours.create));
  const params = { organizationId };
  const save = async (body: PatternDraft) => {
    const tried = await call(hours.create, { params, body, query: trial.query }, { quiet: trial.quiet });
    if (!(await ask(tried.data))) return false;
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
  const params = { organizationId, openingHourPatternId: useParam("openingHourPatternId") };
  const t = useWords();
  const { data, error, refetch } = useCurrent(read(hours.read, { params }));
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
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={16} aside={false} />
      )}
    </Page>
  );
}

function ListLink() {
  const t = useWords();
  const { path } = useScope();
  return <Link to={path("/opening-hours")}>{t("hours.title")}</Link>;
}

/** Only what is changed is sent: what others changed meanwhile stays. */
function EditForm({ pattern }: { pattern: OpeningHourPattern }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const forget = useForgetPatterns();
  const { ask, dialog } = useAffectedQuestion();
  const update = useMutation(write(hours.update));
  const params = { organizationId, openingHourPatternId: pattern.id };
  const save = async (draft: PatternDraft) => {
    const body = changedFrom(filledWith(pattern), draft);
    if (Object.keys(body).length === 0) return true;
    const tried = await call(hours.update, { params, body, query: trial.query }, { quiet: trial.quiet });
    // Another name moves nothing.
    if (Object.keys(body).some((name) => name !== "name") && !(await ask(tried.data))) return false;
    const { data } = await update.mutateAsync({ params, body });
    cache.setQueryData(read(hours.read, { params }).queryKey, { data });
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
  const t = useWords();
  const { organizationId, path } = useScope();
  const params = { organizationId, openingHourPatternId: pattern.id };
  const { length: count } = pattern.fields;
  const leave = useDeletion({
    remove: () => call(hours.delete, { params }, quietly),
    restore: () => call(hours.restore, { params }),
    known: hours.read.name,
    list: path("/opening-hours"),
    said: t("hours.deleted"),
    forget: useForgetPatterns(),
  });
  return (
    <DeleteButton label={t("hours.delete")} title={t("hours.deleteTitle", { name: pattern.name })} onConfirm={leave}>
      {count > 0 ? t("hours.deleteText", { count }) : t("hours.deleteUnused")}
    </DeleteButton>
  );
}

interface Told {
  affected: readonly AffectedEvent[];
  affectedTotal: number;
}
interface Asked extends Told {
  answer: (go: boolean) => void;
}

/**
 * Asks whether to go on where events would lie outside.
 * @returns the question, and the dialog in which it is asked
 */
export function useAffectedQuestion() {
  const [asked, setAsked] = useState<Asked>();
  const ask = ({ affected, affectedTotal }: Told): Promise<boolean> =>
    affectedTotal === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          const answer = (go: boolean) => {
            setAsked(undefined);
            resolve(go);
          };
          setAsked({ affected, affectedTotal, answer });
        });
  return { ask, dialog: <AffectedDialog asked={asked} /> };
}

function AffectedDialog({ asked }: { asked: Asked | undefined }) {
  const t = useWords();
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
            <EventSummary event={event} />
          </li>
        ))}
      </ul>
      {count > affected.length && (
        <p className="mt-2 text-13 text-ink-3">{t("hours.affectedMore", { count: affected.length })}</p>
      )}
    </Dialog>
  );
}

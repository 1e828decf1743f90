/** Conditions of cancellations: until when members cancel by themselves, and what comes back until when. */
import { Plus } from "lucide-react";
import { type CancellationPolicy, MAX_CANCELLATION_STEPS } from "#contract/organization-options.ts";
import { freeUntilHours } from "#contract/organizations-cancellation-rules.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { RemoveRowButton, rowListClass, useRowList } from "#web/kit/form/row-list.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { MINUTES_PER_DAY, useLeadTimeText } from "./use-cancellation-text.ts";

const path = "bookingRules.cancellation";
const newPolicy = freeUntilHours(24);
const HOURS_TO_CHOOSE = [0, 1, 2, 3, 4, 6, 8, 12, 24, 36, 48, 72, 96, 120, 168, 336, 720];

/** @param inherits without own conditions, those of the organization hold */
export function CancellationField({ inherits = false }: { inherits?: boolean }) {
  const t = useTranslation();
  const policy = useFieldValue(path) as CancellationPolicy | null | undefined;
  const set = useSetField();
  return (
    <div role="group" aria-labelledby="cancellation" className="grid gap-3">
      <div className="grid gap-1">
        <h3 id="cancellation" className="text-13 font-medium">
          {t("organizations.cancellation")}
        </h3>
        <p className="text-xs text-ink-3">{t("organizations.cancellationStepsHint")}</p>
      </div>
      {policy ? (
        <Conditions policy={policy} inherits={inherits} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-13 text-ink-2">
            {t(inherits ? "members.rulesInherit" : "organizations.cancellationFree")}
          </p>
          <Button size="sm" onClick={() => set(path, newPolicy)}>
            {t("organizations.cancellationOwn")}
          </Button>
        </div>
      )}
    </div>
  );
}

function Conditions({ policy, inherits }: { policy: CancellationPolicy; inherits: boolean }) {
  const t = useTranslation();
  const set = useSetField();
  const { steps } = policy;
  const { box, add, remove } = useRowList(`${path}.steps`, steps, (step) => step);
  const last = steps.at(-1);
  const next = last
    ? { from: Math.floor(last.from / 2), percent: Math.max(1, Math.floor(last.percent / 2)) }
    : { from: MINUTES_PER_DAY, percent: 100 };
  return (
    <>
      <div ref={box} className={rowListClass}>
        {[...steps.entries()].map(([place, step]) => {
          const name = t("organizations.cancellationStep", { number: place + 1 });
          const removeStep = () => remove(step, t("organizations.quotaRemoved", { name }));
          return <StepRow key={place} place={place} label={name} from={step.from} onRemove={removeStep} />;
        })}
      </div>
      {steps.length === 0 && <p className="text-13 text-ink-2">{t("organizations.cancellationNothing")}</p>}
      <div className="flex flex-wrap gap-2">
        {steps.length < MAX_CANCELLATION_STEPS && (
          <Button size="sm" onClick={() => add(next)}>
            <Plus aria-hidden />
            {t("organizations.cancellationAdd")}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => set(path, null)}>
          {t(inherits ? "organizations.quotaInherit" : "organizations.cancellationDrop")}
        </Button>
      </div>
      <LeadTimeField
        name={`${path}.until`}
        value={policy.until}
        label={t("organizations.cancellationUntil")}
        hint={t("organizations.cancellationUntilHint")}
      />
    </>
  );
}

interface StepRowProps {
  /** Its index in the list. */
  place: number;
  label: string;
  /** Minutes. */
  from: number;
  onRemove: () => void;
}

function StepRow({ place, label, from, onRemove }: StepRowProps) {
  const t = useTranslation();
  const at = `${path}.steps.${place}`;
  return (
    <div role="group" aria-label={label} className="flex items-start gap-2 p-3">
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_6.5rem] gap-2">
        <LeadTimeField name={`${at}.from`} value={from} label={t("organizations.cancellationFrom")} hideLabel />
        <TextField
          name={`${at}.percent`}
          type="number"
          min={1}
          max={100}
          suffix="%"
          label={t("organizations.cancellationPercent")}
          hideLabel
        />
      </div>
      <RemoveRowButton label={t("organizations.cancellationRemove", { number: place + 1 })} onClick={onRemove} />
    </div>
  );
}

interface LeadTimeFieldProps {
  name: string;
  /** Minutes. */
  value: number;
  label: string;
  hint?: string;
  hideLabel?: boolean;
}

/** A time before the start; one that was set by another program can be kept. */
function LeadTimeField({ value, ...props }: LeadTimeFieldProps) {
  const leadTime = useLeadTimeText();
  const choices = new Set([...HOURS_TO_CHOOSE.map((hours) => hours * 60), value]);
  const options = [...choices].toSorted((one, other) => one - other);
  return <SelectField {...props} options={options.map((minutes) => ({ value: minutes, label: leadTime(minutes) }))} />;
}

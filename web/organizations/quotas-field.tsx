/** Quotas of an organization or of a role: how much a member may book in a period, in which hours, of which sports. */
import { Plus } from "lucide-react";
import { MAX_QUOTAS, type Quota } from "#contract/organization-options.ts";
import { MultiSelectField, SelectField } from "#web/kit/form/choice-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { RemoveRowButton, RowField, rowListClass, useRowList } from "#web/kit/form/row-list.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useQuotaChoices } from "./use-quota-choices.ts";

const path = "bookingRules.quotas";
const newQuota: Quota = { measure: "minutes", amount: 240, per: "week", windowId: null, sportIds: [] };

/** @param inherits without own ones, those of the organization hold */
export function QuotasField({ inherits = false }: { inherits?: boolean }) {
  const t = useTranslation();
  const value = useFieldValue(path) as readonly Quota[] | null | undefined;
  const set = useSetField();
  const quotas = value ?? [];
  const { box, add, remove } = useRowList(path, quotas, (quota) => quota);
  const isOwn = !inherits || (value !== null && value !== undefined);
  return (
    <div role="group" aria-labelledby="quotas" className="grid gap-3">
      <div className="grid gap-1">
        <h3 id="quotas" className="text-13 font-medium">
          {t("organizations.quotas")}
        </h3>
        <p className="text-xs text-ink-3">{t("organizations.quotasHint")}</p>
      </div>
      {!isOwn ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-13 text-ink-2">{t("members.rulesInherit")}</p>
          <Button size="sm" onClick={() => set(path, [])}>
            {t("organizations.quotaOwn")}
          </Button>
        </div>
      ) : (
        <>
          {quotas.length === 0 && <p className="text-13 text-ink-2">{t("organizations.quotaNone")}</p>}
          <div ref={box} className={rowListClass}>
            {[...quotas.entries()].map(([place, quota]) => {
              const name = t("organizations.quotaNumber", { number: place + 1 });
              return (
                <QuotaRow
                  key={place}
                  place={place}
                  label={name}
                  onRemove={() => remove(quota, t("organizations.quotaRemoved", { name }))}
                />
              );
            })}
          </div>
          <div className="flex flex-wrap gap-2">
            {quotas.length < MAX_QUOTAS && (
              <Button size="sm" onClick={() => add({ ...newQuota })}>
                <Plus aria-hidden />
                {t("organizations.quotaAdd")}
              </Button>
            )}
            {inherits && (
              <Button size="sm" variant="ghost" onClick={() => set(path, null)}>
                {t("organizations.quotaInherit")}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

interface QuotaRowProps {
  /** Its index in the list. */
  place: number;
  label: string;
  onRemove: () => void;
}

function QuotaRow({ place, label, onRemove }: QuotaRowProps) {
  const t = useTranslation();
  const { windows, sports } = useQuotaChoices();
  const at = `${path}.${place}`;
  return (
    <div role="group" aria-label={label} className="flex items-start gap-2 p-3">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 sm:grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)]">
        <RowField name={`${at}.amount`} type="number" label={t("organizations.quotaAmount")} wrong={undefined} />
        <SelectField
          name={`${at}.measure`}
          label={t("organizations.quotaMeasure")}
          hideLabel
          options={[
            { value: "minutes", label: t("organizations.quotaMinutes") },
            { value: "bookings", label: t("organizations.quotaBookings") },
          ]}
        />
        <SelectField
          name={`${at}.per`}
          label={t("organizations.quotaPer")}
          hideLabel
          className="max-sm:col-span-2"
          options={[
            { value: "day", label: t("organizations.quotaDay") },
            { value: "week", label: t("organizations.quotaWeek") },
            { value: "month", label: t("organizations.quotaMonth") },
          ]}
        />
        <SelectField
          name={`${at}.windowId`}
          label={t("organizations.quotaWindow")}
          hideLabel
          className="col-span-2 sm:col-span-1 sm:col-start-2"
          options={[
            { value: null, label: t("organizations.quotaAnyTime") },
            ...windows.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <MultiSelectField
          name={`${at}.sportIds`}
          label={t("organizations.quotaSports")}
          hideLabel
          className="max-sm:col-span-2"
          placeholder={t("organizations.quotaAllSports")}
          options={sports.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <RemoveRowButton label={t("organizations.quotaRemove", { number: place + 1 })} onClick={onRemove} />
    </div>
  );
}

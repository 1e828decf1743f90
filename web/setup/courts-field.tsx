/** Sports and how many courts each has. Sets the form's `courts`. */
import { Minus, Plus, Trash2 } from "lucide-react";
import { fieldSpaces } from "#contract/fields.ts";
import { MAX_SETUP_COURTS } from "#contract/setup.ts";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { CourtArt } from "#web/kit/ui/court-art.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { spaceLabels } from "#web/fields/labels.ts";
import { useSportOptions } from "#web/sports/use-sport-options.ts";
import type { SetupCourtRow, SetupSportRow } from "./setup-draft.ts";

/** Ids of padel, tennis, badminton, squash, five-a-side football and pickleball: most clubs need no list. */
const proposedSports: readonly number[] = [2, 1, 7, 9, 12, 15];

export function useCourtRows(): SetupCourtRow[] {
  const value = useFieldValue("courts");
  return Array.isArray(value) ? (value as SetupCourtRow[]) : [];
}

export function CourtsField() {
  const t = useTranslation();
  const set = useSetField();
  const rows = useCourtRows();
  const sports = useSportOptions();
  const prices = useFieldValue("prices.sports") as readonly SetupSportRow[];
  const change = (index: number, row: SetupCourtRow | undefined) => {
    set(
      "courts",
      rows.flatMap((one, position) => (position !== index ? [one] : row ? [row] : [])),
    );
    const sportId = rows[index]?.sportId;
    if (!row)
      set(
        "prices.sports",
        prices.filter((own) => own.sportId !== sportId),
      );
  };
  const add = (sportId: number) => set("courts", [...rows, { sportId, space: null, count: 1 }]);
  const nameOf = (sportId: number) => sports.find(({ value }) => value === sportId)?.label ?? "";
  const others = sports.filter(({ value }) => rows.every(({ sportId }) => sportId !== value));
  const proposed = proposedSports.flatMap((id) => others.filter(({ value }) => value === id));
  const rest = others.filter(({ value }) => !proposedSports.includes(value));
  return (
    <div className="grid gap-2">
      {rows.length === 0 && <p className="text-13 text-ink-3">{t("setup.chooseSport")}</p>}
      <ul className="grid gap-2 empty:hidden">
        {rows.map((row, index) => (
          <CourtsRow key={row.sportId} row={row} sport={nameOf(row.sportId)} onChange={(next) => change(index, next)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-1.5">
        {proposed.map(({ value, label }) => (
          <Button key={value} size="sm" onClick={() => add(value)}>
            <Plus aria-hidden />
            {label}
          </Button>
        ))}
        {rest.length > 0 && (
          <Select
            aria-label={t("setup.anotherSport")}
            className="w-44"
            value={null}
            options={[{ value: null, label: t("setup.anotherSport") }, ...rest]}
            onValueChange={(sportId) => sportId !== null && add(sportId)}
          />
        )}
      </div>
    </div>
  );
}

interface CourtsRowProps {
  row: SetupCourtRow;
  sport: string;
  onChange: (row: SetupCourtRow | undefined) => void;
}

function CourtsRow({ row, sport, onChange }: CourtsRowProps) {
  const t = useTranslation();
  const setCount = (count: number) => onChange({ ...row, count: Math.min(Math.max(count, 1), MAX_SETUP_COURTS) });
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-lg border border-line py-2 pr-2 pl-2.5">
      <CourtArt sport={sport} className="h-8 w-12 rounded-md max-sm:w-8" />
      <span className="min-w-fit flex-1 truncate font-medium">{sport}</span>
      <Select
        aria-label={t("setup.spaceOf", { sport })}
        className="w-38"
        value={row.space ?? null}
        options={[
          { value: null, label: t("kit.unset") },
          ...fieldSpaces.map((value) => ({ value, label: t(spaceLabels[value]) })),
        ]}
        onValueChange={(space) => onChange({ ...row, space })}
      />
      <div className="flex items-center gap-1">
        <Button
          size="sm"
          aria-label={t("setup.fewer", { sport })}
          disabled={row.count <= 1}
          onClick={() => setCount(row.count - 1)}
        >
          <Minus aria-hidden />
        </Button>
        <output aria-label={t("setup.countOf", { sport })} className="w-8 text-center font-semibold tnum">
          {row.count}
        </output>
        <Button size="sm" aria-label={t("setup.more", { sport })} onClick={() => setCount(row.count + 1)}>
          <Plus aria-hidden />
        </Button>
        <Button variant="ghost" size="sm" aria-label={t("setup.remove", { sport })} onClick={() => onChange(undefined)}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  );
}

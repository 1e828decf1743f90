import type { ImportReport, SportMapping } from "#contract/imports.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { MultiSelect } from "#web/kit/ui/multi-select.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useSportOptions } from "#web/sports/use-sport-options.ts";

const MAX_SPORTS = 20;

interface SportValuesProps {
  values: ImportReport["sportValues"];
  mapping: SportMapping;
  onMappingChange: (mapping: SportMapping) => void;
  /** Undefined unless the mapping differs from the checked one. */
  onCheckAgain: (() => void) | undefined;
  isChecking: boolean;
}

/** Asks once what the file's values that are no known sports stand for. */
export function SportValues({ values, mapping, onMappingChange, onCheckAgain, isChecking }: SportValuesProps) {
  const t = useTranslation();
  const options = useSportOptions();
  const sportsOf = (value: string) => mapping.find((entry) => entry.value === value)?.sportIds ?? [];
  const change = (value: string, sportIds: number[]) => {
    const others = mapping.filter((entry) => entry.value !== value);
    onMappingChange(sportIds.length > 0 ? [...others, { value, sportIds }] : others);
  };
  return (
    <Card
      title={t("imports.sportValues")}
      action={
        onCheckAgain && (
          <Button size="sm" pending={isChecking} onClick={onCheckAgain}>
            {t("imports.checkAgain")}
          </Button>
        )
      }
      // The list of options is taller than the card.
      className="overflow-visible"
    >
      <p className="px-4 pt-3 text-13 text-ink-3">{t("imports.sportValuesHint")}</p>
      <ul className="divide-y divide-line">
        {values.map(({ value, rows }) => (
          <li key={value} className="grid items-center gap-x-4 gap-y-2 px-4 py-3 text-13 sm:grid-cols-2">
            <span className="[overflow-wrap:anywhere]">
              <span className="font-medium">{value}</span>{" "}
              <span className="whitespace-nowrap text-ink-3">{t("imports.rowCount", { count: rows })}</span>
            </span>
            <MultiSelect
              aria-label={t("imports.sportsOf", { value })}
              options={options}
              max={MAX_SPORTS}
              value={sportsOf(value)}
              onValueChange={(sportIds) => change(value, sportIds)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

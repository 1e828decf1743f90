/** A list of rows in the form of a membership, with a title, and a button that adds one. */
import { Plus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { rowListClass, RemoveRowButton, useRowList } from "#web/kit/form/row-list.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";

interface RowGroupProps<Row> {
  name: string;
  title: string;
  hint: string;
  add: string;
  /** Undefined: nothing can be added. */
  newRow: Row | undefined;
  most: number;
  /** Names the rows: `Discount 2`. */
  rowName: (number: number) => string;
  /** @param at path of the row in the form's values */
  row: (at: string) => ReactNode;
}

export function RowGroup<Row extends object>({
  name,
  title,
  hint,
  add: addText,
  newRow,
  most,
  rowName,
  row,
}: RowGroupProps<Row>) {
  const t = useTranslation();
  const id = useId();
  const rows = (useFieldValue(name) ?? []) as readonly Row[];
  const { box, add, remove } = useRowList(name, rows, (one) => one);
  return (
    <div role="group" aria-labelledby={id} className="grid gap-3">
      <div className="grid gap-1">
        <h3 id={id} className="text-13 font-medium">
          {title}
        </h3>
        <p className="text-xs text-ink-3">{hint}</p>
      </div>
      <div ref={box} className={rowListClass}>
        {[...rows.entries()].map(([place, one]) => {
          const label = rowName(place + 1);
          return (
            <div key={place} role="group" aria-label={label} className="flex items-start gap-2 p-3">
              {row(`${name}.${place}`)}
              <RemoveRowButton
                label={t("subscriptions.removeRow", { name: label })}
                onClick={() => remove(one, t("organizations.quotaRemoved", { name: label }))}
              />
            </div>
          );
        })}
      </div>
      {newRow && rows.length < most && (
        <div>
          <Button size="sm" onClick={() => add({ ...newRow })}>
            <Plus aria-hidden />
            {addText}
          </Button>
        </div>
      )}
    </div>
  );
}

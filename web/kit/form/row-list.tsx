/** Rows of a list in a form: added, removed and restored (field array). */
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { useMoment } from "./date-fields.tsx";
import { DateInput } from "./date-input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";
import { useFormStore } from "./form-context.ts";
import { getIn } from "./form-values.ts";
import { Input } from "#web/kit/ui/input.tsx";
import { offerUndo } from "#web/kit/ui/undo.ts";

/**
 * A new row gets the focus, and a removed one can be restored.
 * @param name path of the list in the form's values
 * @param keyOf tells whether a removed row is in the list again
 */
export function useRowList<Item>(name: string, list: readonly Item[], keyOf: (item: Item) => unknown) {
  const store = useFormStore();
  const set = (to: string, value: unknown) => store.set(to, value);
  const box = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (isAdded.current)
      box.current?.lastElementChild?.querySelector<HTMLElement>("input, [role=spinbutton], [role=textbox]")?.focus();
    isAdded.current = false;
  }, [list.length]);
  const add = (item: Item) => {
    isAdded.current = true;
    set(name, [...list, item]);
  };
  const remove = (item: Item, message: string) => {
    const at = list.indexOf(item);
    set(name, list.toSpliced(at, 1));
    offerUndo(message, async () => {
      const now = getIn(store.snapshot().values, name) as readonly Item[];
      if (!now.some((one) => keyOf(one) === keyOf(item))) set(name, now.toSpliced(at, 0, item));
    });
  };
  return { box, add, remove };
}

interface RowFieldProps extends Pick<FieldProps, "name" | "label" | "className"> {
  type?: "text" | "number";
  placeholder?: string;
  wrong: string | undefined;
  onTyped?: (value: string | number) => void;
}

export function RowField({ type = "text", placeholder, wrong, onTyped, ...props }: RowFieldProps) {
  const { id, value, change, leave, error = wrong, control } = useField(props);
  return (
    <FieldFrame {...props} id={id} error={error} hideLabel>
      <Input
        {...control}
        type={type}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        autoComplete="off"
        placeholder={placeholder}
        inputMode={type === "number" ? "numeric" : undefined}
        value={(value as string | number | undefined) ?? ""}
        onChange={(event) => {
          const typed = event.target.value;
          const next = type === "number" && typed !== "" ? Number(typed) : typed;
          change(next);
          onTyped?.(next);
        }}
        onBlur={leave}
      />
    </FieldFrame>
  );
}

export function RowTimeField({ wrong, ...props }: Pick<RowFieldProps, "name" | "label" | "className" | "wrong">) {
  const { id, error = wrong, input } = useMoment("time", props);
  return (
    <FieldFrame {...props} id={id} error={error} hideLabel as="parts">
      <DateInput
        {...input}
        // A phone has no room for the clock.
        className="pl-2 max-sm:pr-2 max-sm:[&>button]:hidden"
        aria-labelledby={`${id}-label`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
    </FieldFrame>
  );
}

export const rowListClass = "grid divide-y divide-line overflow-hidden rounded-xl border border-line empty:hidden";

export const RemoveRowButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="ghost" size="icon" aria-label={label} className="mt-0.5 text-ink-3" onClick={onClick}>
    <X aria-hidden />
  </Button>
);

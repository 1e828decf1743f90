/** Rows of a form's list: added, removed and brought back, with fields whose labels are for those who listen. */
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";
import { useForm } from "./form-context.ts";
import { getIn } from "./form-values.ts";
import { Input } from "./input.tsx";
import { offerUndo } from "./undo.ts";

/**
 * A list of the form around, with what changes it: what is added gets the focus, what is removed can be brought back.
 * @param name of the list among the form's values
 */
export function useRowList<Item extends { key: string }>(name: string, list: readonly Item[]) {
  const store = useForm();
  const set = (to: string, value: unknown) => store.set(to, value);
  const box = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (isAdded.current) box.current?.lastElementChild?.querySelector<HTMLInputElement>("input")?.focus();
    isAdded.current = false;
  }, [list.length]);
  const add = (item: Item) => {
    isAdded.current = true;
    set(name, [...list, item]);
  };
  const remove = (item: Item, said: string) => {
    const at = list.indexOf(item);
    set(name, list.toSpliced(at, 1));
    offerUndo(said, async () => {
      const now = getIn(store.snapshot().values, name) as readonly Item[];
      if (!now.some(({ key }) => key === item.key)) set(name, now.toSpliced(at, 0, item));
    });
  };
  return { box, add, remove };
}

interface RowFieldProps extends Pick<FieldProps, "name" | "label" | "className"> {
  type?: "text" | "time" | "number";
  placeholder?: string;
  /** What is wrong already while it is typed. */
  wrong: string | undefined;
  onTyped?: (value: string | number) => void;
}

/** A field of a row: its label is for those who listen, its error is said at once. */
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

/** The frame of the rows. */
export const rowFrame = "grid divide-y divide-line overflow-hidden rounded-xl border border-line empty:hidden";

export const RemoveRow = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="ghost" size="icon" aria-label={label} className="mt-0.5 text-ink-3" onClick={onClick}>
    <X aria-hidden />
  </Button>
);

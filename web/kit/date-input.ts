import { type ChangeEvent, useEffect, useRef, useState } from "react";

/** Years that somebody means: 0002 is 2027, of which one sign is typed. */
const meant = /^(?:19|2\d)/;
const isWhole = ({ value, validity }: HTMLInputElement) => (value === "" ? !validity.badInput : meant.test(value));

/**
 * For an `<input type="date">` whose value is kept elsewhere, such as in the address, and comes back from there late. What
 * is being typed is left alone: a controlled input would be set back between two signs.
 * @param value a local date, or an empty text
 * @param onValueChange gets a whole date, or an empty text when it was cleared
 */
export function useDateInput(value: string, onValueChange: (date: string) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const [begun] = useState(value);
  useEffect(() => {
    const input = ref.current;
    if (input && document.activeElement !== input && input.value !== value) input.value = value;
  });
  return {
    ref,
    defaultValue: begun,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      if (isWhole(target)) onValueChange(target.value);
    },
    onBlur: ({ target }: { target: HTMLInputElement }) => {
      // What never became a date is none.
      if (!isWhole(target)) target.value = value;
    },
  };
}

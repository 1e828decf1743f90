/** Reads and writes nested form values by path, and finds what has changed (dirty). */
export type FormValues = Readonly<Record<string, unknown>>;

export const getIn = (values: unknown, name: string): unknown =>
  name.split(".").reduce<unknown>((inner, key) => (inner as FormValues | null | undefined)?.[key], values);

/** Copies only the path of the value, and shares the rest. */
export function setIn(values: FormValues, name: string, value: unknown): FormValues {
  return setAt(values, name.split("."), value) as FormValues;
}

function setAt(inner: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const next = setAt((inner as FormValues | null | undefined)?.[key], rest, value);
  if (Array.isArray(inner))
    return inner
      .map((item, index) => (String(index) === key ? next : item))
      .concat(Number(key) === inner.length ? [next] : []);
  if (inner === null || inner === undefined) return /^\d+$/.test(key) ? [next] : { [key]: next };
  return { ...(inner as FormValues), [key]: next };
}

const isEmptyValue = (value: unknown) => value === undefined || value === null || value === "";

/** Undefined, null and an empty text are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isEmptyValue(one) && isEmptyValue(other))) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other) || (Array.isArray(one) && one.length !== (other as unknown[]).length))
    return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isSameValue((one as FormValues)[key], (other as FormValues)[key]),
  );
}

/** A member that `after` lacks is no change. */
export const pickChanges = <Draft extends object>(before: object, after: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => value !== undefined && !isSameValue(value, (before as FormValues)[name]),
    ),
  ) as Partial<Draft>;

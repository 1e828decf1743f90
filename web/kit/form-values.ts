/** Values of a form by their names: `name`, `hours.0.start`. */
export type Values = Readonly<Record<string, unknown>>;

export const getIn = (values: unknown, name: string): unknown =>
  name.split(".").reduce<unknown>((inner, key) => (inner as Values | null | undefined)?.[key], values);

/** The same values but for one; what is on the way there is copied, the rest is shared. */
export function setIn(values: Values, name: string, value: unknown): Values {
  return put(values, name.split("."), value) as Values;
}

function put(inner: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const next = put((inner as Values | null | undefined)?.[key], rest, value);
  if (Array.isArray(inner))
    return inner
      .map((item, index) => (String(index) === key ? next : item))
      .concat(Number(key) === inner.length ? [next] : []);
  if (inner === null || inner === undefined) return /^\d+$/.test(key) ? [next] : { [key]: next };
  return { ...(inner as Values), [key]: next };
}

const empty = (value: unknown) => value === undefined || value === null || value === "";

/** Whether two values mean the same in a form: nothing, null and an empty text are one. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (empty(one) && empty(other))) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other) || (Array.isArray(one) && one.length !== (other as unknown[]).length))
    return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    same((one as Values)[key], (other as Values)[key]),
  );
}

/**
 * What a form has changed: the members of `after` that mean something else than in `before`.
 * One that is not there after is no change.
 */
export const changedFrom = <Draft extends object>(before: object, after: Draft): Partial<Draft> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== undefined && !same(value, (before as Values)[name])),
  ) as Partial<Draft>;

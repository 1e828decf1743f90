/** Fields of other modules in forms of payments and refunds at the desk. */
import { lazy, Suspense } from "react";
import { type DeskFieldProps, listModules } from "#web/kit/data/modules.ts";

/** If one fails to load, the form works without it. */
const fields = listModules().flatMap(({ name, deskField: load }) =>
  load ? { name, Field: lazy(() => load().catch(() => ({ default: () => null }))) } : [],
);

export const DeskField = (props: DeskFieldProps) => (
  <Suspense>
    {fields.map(({ name, Field }) => (
      <Field key={name} {...props} />
    ))}
  </Suspense>
);

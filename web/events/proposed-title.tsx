import { useEffect, useEffectEvent, useRef } from "react";
import { useSetField } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";

/** Fills in the customer's name as the title of an event, until somebody types another one. */
export function ProposedTitle() {
  const set = useSetField();
  const customer = useFieldText("customer.name");
  const title = useFieldText("name");
  const proposed = useRef(customer);
  const propose = useEffectEvent((name: string) => {
    const isOwn = title !== "" && title !== proposed.current;
    proposed.current = name;
    if (!isOwn && title !== name) set("name", name);
  });
  useEffect(() => propose(customer), [customer]);
  return null;
}

/** Chooses fields, which are searched for by name. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fields } from "#contract/fields.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { MultiSelectField, type MultiSelectFieldProps } from "#web/kit/form/choice-fields.tsx";

export function FieldsField(
  props: Omit<MultiSelectFieldProps<string>, "options" | "known" | "onSearch" | "searching">,
) {
  const { organizationId } = useScope();
  const [q, setQ] = useState("");
  const found = useQuery(endpointQuery(fields.search, { params: { organizationId }, query: { q } }, { quiet: true }));
  return (
    <MultiSelectField
      {...props}
      options={(found.data?.data ?? []).map(({ id, name, facility }) => ({
        value: id,
        label: name,
        hint: facility.name,
      }))}
      onSearch={setQ}
      searching={found.isFetching}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { type Field, fields } from "#contract/fields.ts";
import { read } from "#web/kit/api.ts";
import { useFieldText } from "#web/kit/field-text.ts";
import { useScope } from "#web/kit/scope.ts";

/** What is known of the field that the event form around has chosen. */
export function useChosenField(): Field | undefined {
  const { organizationId } = useScope();
  const fieldId = useFieldText("fieldId");
  const { data } = useQuery({ ...read(fields.read, { params: { organizationId, fieldId } }), enabled: fieldId !== "" });
  return fieldId === "" ? undefined : data?.data;
}

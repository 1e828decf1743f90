import { useQuery } from "@tanstack/react-query";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

/** Asks for the organization of a new record, on the platform. Sets `organizationId`. */
export function OrganizationField({ onChosen }: { onChosen?: (organizationId: string) => void }) {
  const t = useTranslation();
  const { data } = useQuery(endpointQuery(organizations.search, { query: { withoutPagination: "true" } }));
  return (
    <ComboboxField
      name="organizationId"
      label={t("organizations.one")}
      placeholder={t("organizations.choose")}
      options={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      {...(onChosen ? { onChosen } : {})}
      required
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { organizations } from "#contract/organizations.ts";
import { read } from "#web/kit/api.ts";
import { ComboboxField } from "#web/kit/combobox-field.tsx";
import { useWords } from "#web/kit/words.ts";

/** On the platform, what one creates is asked for its organization first. `name`: `organizationId`. */
export function OrganizationField({ onChosen }: { onChosen?: (organizationId: string) => void }) {
  const t = useWords();
  const { data } = useQuery(read(organizations.search, { query: { withoutPagination: "true" } }));
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

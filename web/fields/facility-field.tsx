import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { read } from "#web/kit/api.ts";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { OrganizationField } from "#web/organizations/organization-field.tsx";

/** Where the field lies. On the platform: the organization first, then its facilities. */
export function FacilityField({ askOrganization }: { askOrganization: boolean }) {
  const t = useWords();
  const scope = useScope();
  const set = useSetField();
  const chosen = useFieldText("organizationId");
  const organizationId = askOrganization ? chosen : scope.organizationId;
  const ask = { params: { organizationId }, query: { withoutPagination: "true" } };
  const { data } = useQuery({ ...read(facilities.search, ask), enabled: organizationId !== "" });
  const options = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const none = data && options.length === 0 && (
    <Link to={scope.path("/facilities/create")} className={textLink}>
      {t("fields.noFacility")}
    </Link>
  );
  return (
    <>
      {askOrganization && <OrganizationField onChosen={() => set("facilityId", "")} />}
      <SelectField
        name="facilityId"
        label={t("fields.facility")}
        options={options}
        disabled={organizationId === ""}
        hint={none || undefined}
        required
      />
    </>
  );
}

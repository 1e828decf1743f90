/** What a field belongs to: its organization on the platform, its facility, what it is a part of; its hours and prices. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Field, fields } from "#contract/fields.ts";
import { hours } from "#contract/hours.ts";
import type { Named } from "#contract/organizations.ts";
import { prices } from "#contract/prices.ts";
import { useFacilityOptions } from "#web/facilities/facility-options.ts";
import { read } from "#web/kit/api.ts";
import { MultiSelectField, SelectField } from "#web/kit/choice-fields.tsx";
import { ComboboxField } from "#web/kit/combobox-field.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { OrganizationField } from "#web/organizations/organization-field.tsx";

interface PlaceFieldsProps {
  /** The organization is to be chosen as well. */
  askOrganization: boolean;
  /** The facility chosen from the start. */
  facility: Named | undefined;
  /** The one that is edited. */
  field: Field | undefined;
}

export function PlaceFields({ askOrganization, facility, field }: PlaceFieldsProps) {
  const scope = useScope();
  const set = useSetField();
  const organization = useFieldText("organizationId");
  const organizationId = askOrganization ? organization : (field?.organization.id ?? scope.organizationId);
  const leaveFacility = () => {
    set("facilityId", "");
    set("parentId", "");
  };
  return (
    <>
      {askOrganization && <OrganizationField onChosen={leaveFacility} />}
      <FacilityField organizationId={organizationId} chosen={facility} onChosen={() => set("parentId", "")} />
      <PartField organizationId={organizationId} field={field} />
    </>
  );
}

interface FacilityFieldProps {
  /** Empty while it is not chosen. */
  organizationId: string;
  chosen: Named | undefined;
  onChosen: () => void;
}

function FacilityField({ organizationId, chosen, onChosen }: FacilityFieldProps) {
  const t = useWords();
  const { path } = useScope();
  const facilityId = useFieldText("facilityId");
  const [picked, setPicked] = useState(chosen?.name);
  const { isEmpty, props } = useFacilityOptions(organizationId);
  const none = isEmpty && (
    <Link to={path("/facilities/create")} className={textLink}>
      {t("fields.noFacility")}
    </Link>
  );
  return (
    <ComboboxField
      name="facilityId"
      label={t("fields.facility")}
      {...props}
      chosenLabel={facilityId && picked}
      onChosen={(id) => {
        setPicked(props.options.find(({ value }) => value === id)?.label);
        onChosen();
      }}
      disabled={organizationId === ""}
      hint={organizationId === "" ? t("fields.choosePlace") : none || undefined}
      required
    />
  );
}

/** Only of a field of the same facility, and neither of itself nor of one of its own parts. */
function PartField({ organizationId, field }: { organizationId: string; field: Field | undefined }) {
  const t = useWords();
  const facilityId = useFieldText("facilityId");
  const parentId = useFieldText("parentId");
  const [q, setQ] = useState("");
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(field?.parent ?? null);
  const { data, isFetching } = useQuery({
    ...read(fields.list, { params: { organizationId }, query: { facilityId, q, per_page: 100 } }),
    enabled: organizationId !== "" && facilityId !== "",
    placeholderData: keepPreviousData,
  });
  const wholes = data && facilityId ? wholesFor(field?.id, data.data) : [];
  return (
    <ComboboxField
      name="parentId"
      label={t("fields.partOf")}
      hint={t("fields.partOfHint")}
      placeholder={t("fields.notPart")}
      options={wholes.map(({ id, name, parent }) => ({
        value: id,
        label: name,
        ...(parent ? { hint: t("fields.partOfNamed", { name: parent.name }) } : {}),
      }))}
      chosenLabel={parentId && picked?.name}
      onSearch={setQ}
      searching={isFetching}
      onChosen={(id) => setPicked(wholes.find((one) => one.id === id) ?? null)}
      disabled={facilityId === ""}
      clearable
      optional
    />
  );
}

/** @param rows each followed by its parts */
function wholesFor(id: string | undefined, rows: readonly Field[]): Field[] {
  const own = new Set([id]);
  for (const row of rows) if (row.parentId && own.has(row.parentId)) own.add(row.id);
  return rows.filter((row) => !own.has(row.id));
}

/** When it is open, and what it costs. Only in an organization, for those who manage patterns. */
export function PatternFields() {
  const t = useWords();
  const { organizationId } = useScope();
  const ask = { params: { organizationId }, query: { per_page: 100 } };
  const openingHours = useQuery(read(hours.list, ask)).data?.data ?? [];
  const grids = useQuery(read(prices.list, ask)).data?.data ?? [];
  return (
    <>
      <SelectField
        name="openingHourPatternId"
        label={t("fields.openingHours")}
        hint={t("fields.openingHoursHint")}
        options={[
          { value: null, label: t("fields.noOpeningHours") },
          ...openingHours.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <MultiSelectField
        name="pricePatternIds"
        label={t("fields.pricePatterns")}
        hint={t("fields.pricePatternsHint")}
        options={grids.map(({ id, name }) => ({ value: id, label: name }))}
        optional
      />
    </>
  );
}

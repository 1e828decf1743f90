import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Field, fields } from "#contract/fields.ts";
import { hours } from "#contract/hours.ts";
import type { EntityRef } from "#contract/organizations.ts";
import { type PricePattern, prices } from "#contract/prices.ts";
import { useFacilityOptions } from "#web/facilities/use-facility-options.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { MultiSelectField, SelectField } from "#web/kit/form/choice-fields.tsx";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { OrganizationField } from "#web/organizations/organization-field.tsx";
import type { ProposedSale } from "./proposed-patterns.ts";

interface LocationFieldsProps {
  askOrganization: boolean;
  facility: EntityRef | undefined;
  field: Field | undefined;
  propose?: ((facilityId: string) => ProposedSale) | undefined;
}

export function LocationFields({ askOrganization, facility, field, propose }: LocationFieldsProps) {
  const scope = useScope();
  const set = useSetField();
  const proposeSale = useSaleProposal(propose, facility?.id ?? "");
  const organization = useFieldText("organizationId");
  const organizationId = askOrganization ? organization : (field?.organization.id ?? scope.organizationId);
  const leaveFacility = () => {
    set("facilityId", "");
    set("parentId", "");
  };
  return (
    <>
      {askOrganization && <OrganizationField onChosen={leaveFacility} />}
      <FacilityField
        organizationId={organizationId}
        chosen={facility}
        onChosen={(facilityId) => {
          set("parentId", "");
          proposeSale(facilityId);
        }}
      />
      <ParentField organizationId={organizationId} field={field} />
    </>
  );
}

/** Another facility has other hours and prices; what the reader has changed stays. */
function useSaleProposal(propose: LocationFieldsProps["propose"], facilityId: string) {
  const set = useSetField();
  const [last, setLast] = useState(() => propose?.(facilityId));
  const now = {
    openingHourPatternId: useFieldValue("openingHourPatternId"),
    pricePatternIds: useFieldValue("pricePatternIds"),
    bookable: useFieldValue("bookable"),
  };
  return (chosenId: string) => {
    const next = propose?.(chosenId);
    if (!next || JSON.stringify(now) !== JSON.stringify(last)) return;
    set("openingHourPatternId", next.openingHourPatternId);
    set("pricePatternIds", next.pricePatternIds);
    set("bookable", next.bookable);
    setLast(next);
  };
}

interface FacilityFieldProps {
  organizationId: string;
  chosen: EntityRef | undefined;
  onChosen: (facilityId: string) => void;
}

function FacilityField({ organizationId, chosen, onChosen }: FacilityFieldProps) {
  const t = useTranslation();
  const { path } = useScope();
  const facilityId = useFieldText("facilityId");
  const [picked, setPicked] = useState(chosen?.name);
  const { isEmpty, props } = useFacilityOptions(organizationId);
  const none = isEmpty && (
    <Link to={path("/facilities/create")} className={textLinkClass}>
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
        onChosen(id);
      }}
      disabled={organizationId === ""}
      hint={organizationId === "" ? t("fields.choosePlace") : none || undefined}
      required
    />
  );
}

function ParentField({ organizationId, field }: { organizationId: string; field: Field | undefined }) {
  const t = useTranslation();
  const facilityId = useFieldText("facilityId");
  const parentId = useFieldText("parentId");
  const [q, setQ] = useState("");
  const [picked, setPicked] = useState<{ id: string; name: string } | null>(field?.parent ?? null);
  const { data, isFetching } = useQuery({
    ...endpointQuery(fields.list, { params: { organizationId }, query: { facilityId, q, per_page: 100 } }),
    enabled: organizationId !== "" && facilityId !== "",
    placeholderData: keepPreviousData,
  });
  const parents = data && facilityId ? listPossibleParents(field?.id, data.data) : [];
  return (
    <ComboboxField
      name="parentId"
      label={t("fields.partOf")}
      hint={t("fields.partOfHint")}
      placeholder={t("fields.notPart")}
      options={parents.map(({ id, name, parent }) => ({
        value: id,
        label: name,
        ...(parent ? { hint: t("fields.partOfNamed", { name: parent.name }) } : {}),
      }))}
      chosenLabel={parentId && picked?.name}
      onSearch={setQ}
      searching={isFetching}
      onChosen={(id) => setPicked(parents.find((whole) => whole.id === id) ?? null)}
      disabled={facilityId === ""}
      clearable
      optional
    />
  );
}

/** @param rows sorted: parts follow their parent */
function listPossibleParents(id: string | undefined, rows: readonly Field[]): Field[] {
  const own = new Set([id]);
  for (const row of rows) if (row.parentId && own.has(row.parentId)) own.add(row.id);
  return rows.filter((row) => !own.has(row.id));
}

export function PatternFields() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const request = { params: { organizationId }, query: { per_page: 100 } };
  const openingHours = useQuery(endpointQuery(hours.list, request)).data?.data ?? [];
  const grids = useQuery(endpointQuery(prices.list, request)).data?.data ?? [];
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
      <UnpricedWarning patterns={grids} />
    </>
  );
}

/** A field whose price patterns hold no price cannot be booked. */
function UnpricedWarning({ patterns }: { patterns: readonly PricePattern[] }) {
  const t = useTranslation();
  const chosen = useFieldValue("pricePatternIds");
  const unpriced = patterns.filter(
    ({ id, details }) => Array.isArray(chosen) && chosen.includes(id) && details.every(({ price }) => price === null),
  );
  if (unpriced.length === 0) return null;
  return (
    <p role="status" className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
      {t("fields.unpricedPatterns", { names: unpriced.map(({ name }) => name).join(", ") })}
    </p>
  );
}

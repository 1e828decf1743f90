/** Fields and sports for which something of the catalogue holds. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fields } from "#contract/fields.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { MultiSelectField } from "#web/kit/form/choice-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useSportOptions } from "#web/sports/use-sport-options.ts";

export function PlaceRestrictions() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [q, setQ] = useState("");
  const found = useQuery(endpointQuery(fields.search, { params: { organizationId }, query: { q } }, { quiet: true }));
  return (
    <>
      <MultiSelectField
        name="fieldIds"
        label={t("packs.fieldIds")}
        options={(found.data?.data ?? []).map(({ id, name, facility }) => ({
          value: id,
          label: name,
          hint: facility.name,
        }))}
        onSearch={setQ}
        searching={found.isFetching}
        optional
      />
      <MultiSelectField name="sportIds" label={t("packs.sportIds")} options={useSportOptions()} optional />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";

/**
 * Options of a combobox that searches facilities, with the address as hint, because many have the same name.
 * @param organizationId empty until one is chosen
 */
export function useFacilityOptions(organizationId: string) {
  const [q, onSearch] = useState("");
  const request = { params: { organizationId }, query: { q } };
  const { data, isFetching } = useQuery({
    ...endpointQuery(facilities.search, request),
    enabled: organizationId !== "",
    placeholderData: keepPreviousRows(request),
  });
  const options = data?.data.map(({ id, name, address }) => ({
    value: id,
    label: name,
    ...(address ? { hint: address } : {}),
  }));
  return {
    isEmpty: q === "" && options?.length === 0,
    props: { options: options ?? [], onSearch, searching: isFetching },
  };
}

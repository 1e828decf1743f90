import { useQuery } from "@tanstack/react-query";
import { sports } from "#contract/sports.ts";
import { endpointQuery } from "#web/kit/data/api.ts";

export function useSportOptions(): { value: number; label: string }[] {
  const { data } = useQuery(endpointQuery(sports.list, undefined));
  return data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [];
}

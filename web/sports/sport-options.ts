import { useQuery } from "@tanstack/react-query";
import { sports } from "#contract/sports.ts";
import { read } from "#web/kit/api.ts";

/** The sports as options of a select or a multi-select, in the reader's language. */
export function useSportOptions(): { value: number; label: string }[] {
  const { data } = useQuery(read(sports.list, undefined));
  return data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [];
}

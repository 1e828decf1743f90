/** Sends a file, and opens the import that it begins. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { imports } from "#contract/imports.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { upload } from "#web/kit/data/upload.ts";
import type { ImportList } from "./labels.ts";

interface Target {
  endpoint:
    | typeof imports.upload
    | typeof imports.uploadBookings
    | typeof imports.uploadCustomers
    | typeof imports.uploadPacks
    | typeof imports.uploadSubscriptions;
  list: ImportList;
  /** Key under which the import with an id is read. */
  queryKeyOf: (id: string) => QueryKey;
  /** Address of the page. */
  to: string;
}

export function useSendFile({ endpoint, list, queryKeyOf, to }: Target) {
  const { organizationId } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async (file: File, onProgress: (sent: number) => void): Promise<void> => {
    const form = new FormData();
    form.append("file", file);
    const { data } = await upload(endpoint, { params: { organizationId }, form }, { onProgress, quiet: true });
    cache.setQueryData(queryKeyOf(data.id), { data });
    void cache.invalidateQueries({ queryKey: [list.name] });
    await navigate({ to, search: { importId: data.id } as never });
  };
}

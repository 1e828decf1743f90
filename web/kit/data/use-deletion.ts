import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { RequestOptions } from "./api.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";

interface UseDeletionOptions {
  /** The request, without outcome toasts: `call(fields.delete, { params }, quietly)`. */
  remove: () => Promise<{ message?: string | undefined }>;
  /** Restores the record. */
  restore: () => Promise<unknown>;
  /** Name of the endpoint that reads the record: its cache is removed. */
  readEndpointName: string;
  /** The page to open afterwards. */
  listPath: string;
  /** Shown when the answer has no message. */
  fallbackMessage: string;
  /** Refetches what shows the record. Default: everything. */
  invalidate?: () => unknown;
}

/** Options of the deletion request: the undo toast shows its outcome. */
export const quietOutcome = { quiet: "outcome" } as const satisfies RequestOptions;

/**
 * Deletes the record of a page, opens its list, and offers to undo.
 * @returns the handler of the confirmation; throws `ApiError` on refusal, already shown in a toast
 */
export function useDeletion({
  remove,
  restore,
  readEndpointName: known,
  listPath: list,
  fallbackMessage,
  invalidate: forget,
}: UseDeletionOptions): () => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const refresh = forget ?? (() => cache.invalidateQueries());
  return async () => {
    const { pathname } = location;
    const { message } = await remove();
    // Drops unsaved changes of the record's form, unless the person has already left the page.
    if (location.pathname === pathname) await navigate({ to: list, ignoreBlocker: true });
    cache.removeQueries({ queryKey: [known] });
    void refresh();
    offerUndo(message ?? fallbackMessage, async () => {
      await restore();
      await refresh();
    });
  };
}

import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { RequestOptions } from "./api.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";

interface UseDeletionOptions {
  /** The request, without outcome toasts: `call(fields.delete, { params }, quietOutcome)`. */
  remove: () => Promise<{ message?: string | undefined }>;
  restore: () => Promise<unknown>;
  /** Cached answers of this endpoint are removed. */
  readEndpointName: string;
  listPath: string;
  fallbackMessage: string;
  invalidate?: () => unknown;
}

/** The undo toast shows the outcome instead of the request. */
export const quietOutcome = { quiet: "outcome" } as const satisfies RequestOptions;

/** @returns the handler of the confirmation; throws `ApiError` on refusal, already shown in a toast */
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
    // Ignores unsaved changes of the record's form, unless the person has already left the page.
    if (location.pathname === pathname) await navigate({ to: list, ignoreBlocker: true });
    cache.removeQueries({ queryKey: [known] });
    void refresh();
    offerUndo(message ?? fallbackMessage, async () => {
      await restore();
      await refresh();
    });
  };
}

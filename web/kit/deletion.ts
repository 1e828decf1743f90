import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Options } from "./api.ts";
import { offerUndo } from "./undo.ts";

interface Deletion {
  /** Its request, quiet about its outcome: `call(fields.delete, { params }, quietly)`. */
  remove: () => Promise<{ message?: string | undefined }>;
  /** Brings it back. */
  restore: () => Promise<unknown>;
  /** The name of the endpoint that reads it: nothing of it stays known. */
  known: string;
  /** Where one is led to. */
  list: string;
  /** What is said where the answer says nothing. */
  said: string;
  /** Asks again for what shows it; everything, unless given. */
  forget?: () => unknown;
}

/** For the request of a deletion: its outcome is said with the offer to bring it back. */
export const quietly = { quiet: "outcome" } as const satisfies Options;

/**
 * Deletes what a page shows, leads to its list, and offers to bring it back.
 * @returns what to do on confirmation; throws `ApiError` where it is refused, which has been said then
 */
export function useDeletion({ remove, restore, known, list, said, forget }: Deletion): () => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const refresh = forget ?? (() => cache.invalidateQueries());
  return async () => {
    const { pathname } = location;
    const { message } = await remove();
    // What was typed into its form goes with it; not who has gone elsewhere meanwhile.
    if (location.pathname === pathname) await navigate({ to: list, ignoreBlocker: true });
    cache.removeQueries({ queryKey: [known] });
    void refresh();
    offerUndo(message ?? said, async () => {
      await restore();
      await refresh();
    });
  };
}

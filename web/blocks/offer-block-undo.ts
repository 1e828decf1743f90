import type { QueryClient } from "@tanstack/react-query";
import { blocks, type BlockUndo } from "#contract/blocks.ts";
import { call } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";

/** One undo frees the fields again and returns all bookings. */
export function offerBlockUndo(
  text: string,
  undo: BlockUndo,
  { organizationId, cache }: { organizationId: string; cache: QueryClient },
): void {
  offerUndo(text, async () => {
    await call(blocks.undo, { params: { organizationId }, body: undo }).finally(() => invalidatePaymentQueries(cache));
  });
}

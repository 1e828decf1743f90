import type { JoinOutcome } from "#contract/accounts.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";

/** Says what became of joining, which a confirmation carries out. */
export function showJoinOutcome(outcome: JoinOutcome | undefined): void {
  if (!outcome) return;
  const variant = outcome.state === "refused" ? "error" : "success";
  toast({ description: outcome.message, variant, duration: OUTCOME_TOAST_MS });
}

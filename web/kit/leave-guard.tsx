/** Asks before a changed form is left: through a link of ours, or by closing the page. */
import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useForm } from "./form-context.ts";
import { useWords } from "./words.ts";

export default function LeaveGuard() {
  const t = useWords();
  const store = useForm();
  const isDirty = () => store.snapshot().progress.dirty;
  const blocker = useBlocker({
    // Saving may lead elsewhere; a new search or tab in the address of the same page loses nothing.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty() && !store.snapshot().progress.submitting,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={t("kit.leaveTitle")}
      confirm={t("kit.leave")}
      cancel={t("kit.stay")}
      onConfirm={() => blocker.proceed?.()}
    >
      {t("kit.leaveText")}
    </ConfirmDialog>
  );
}

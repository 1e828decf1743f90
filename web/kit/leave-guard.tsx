/** Asks before a changed form is left: through a link of ours, or by closing the page. */
import { useBlocker } from "@tanstack/react-router";
import { useFormContext } from "react-hook-form";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useFormProgress } from "./form.tsx";
import { useWords } from "./words.ts";

export default function LeaveGuard() {
  const t = useWords();
  const { dirty } = useFormProgress();
  const { control } = useFormContext();
  const blocker = useBlocker({
    disabled: !dirty,
    // Saving may lead elsewhere; a new search or tab in the address of the same page loses nothing.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !control._formState.isSubmitting,
    enableBeforeUnload: () => dirty,
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

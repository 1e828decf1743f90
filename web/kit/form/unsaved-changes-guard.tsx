/** Unsaved changes: asks before the person leaves a changed form by a link or closes the page. */
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { ConfirmDialog } from "#web/kit/ui/confirm-dialog.tsx";
import { useFormStore } from "./form-context.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** The dialog is preloaded while the form is filled in: there may be no connection later. */
const preloadDialogs = () =>
  Promise.allSettled([import("#web/kit/ui/toaster.tsx"), import("#web/kit/ui/dialog-panel.tsx")]);

interface UnsavedChangesGuardProps {
  /** Asks although nothing was changed, because values from elsewhere would be lost. */
  always: boolean;
  within?: string | undefined;
}

const searchParamOf = (search: object, name: string | undefined): unknown =>
  name === undefined ? undefined : (search as Readonly<Record<string, unknown>>)[name];

export default function UnsavedChangesGuard({ always, within }: UnsavedChangesGuardProps) {
  const t = useTranslation();
  const store = useFormStore();
  const isDirty = () => always || store.snapshot().progress.dirty;
  const blocker = useBlocker({
    // Saving may navigate, and other search parameters of the same page lose nothing.
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname ||
        searchParamOf(current.search, within) !== searchParamOf(next.search, within)) &&
      isDirty() &&
      !store.snapshot().progress.submitting,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  useEffect(() => void preloadDialogs(), []);
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

/** Asks before a changed form is left: through a link of ours, or by closing the page. */
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useForm } from "./form-context.ts";
import { useWords } from "./words.ts";

/** What a form may have to say is fetched while it is filled in: when it has to, there may be no connection. */
const prepare = () => Promise.allSettled([import("./toaster.tsx"), import("./dialog-panel.tsx")]);

interface LeaveGuardProps {
  /** Also where nothing was changed: what was filled in elsewhere would be lost. */
  always: boolean;
  /** What of the address's search the form does not outlive. */
  within?: string | undefined;
}

const memberOf = (search: object, name: string | undefined): unknown =>
  name === undefined ? undefined : (search as Readonly<Record<string, unknown>>)[name];

export default function LeaveGuard({ always, within }: LeaveGuardProps) {
  const t = useWords();
  const store = useForm();
  const isDirty = () => always || store.snapshot().progress.dirty;
  const blocker = useBlocker({
    // Saving may lead elsewhere; a new search or tab in the address of the same page loses nothing.
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || memberOf(current.search, within) !== memberOf(next.search, within)) &&
      isDirty() &&
      !store.snapshot().progress.submitting,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  useEffect(() => void prepare(), []);
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

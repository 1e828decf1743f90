/** Asks before something is done that cannot be undone, and names the thing. */
import { type ReactNode, useState } from "react";
import { Button, type ButtonSize } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useWords } from "./words.ts";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the thing: "Delete Court 3?" */
  title: string;
  /** What it means. */
  children?: ReactNode;
  /** What the loud button says: "Delete court". */
  confirm: string;
  /** What the quiet one says. Default: "Cancel". */
  cancel?: string;
  tone?: "danger" | "primary";
  /** The dialog closes when this is done, and stays open, without saying anything itself, when it fails. */
  onConfirm: () => unknown;
}

export function ConfirmDialog({ open, onOpenChange, title, children, confirm, cancel, tone = "danger", onConfirm }: ConfirmDialogProps) {
  const t = useWords();
  const [pending, setPending] = useState(false);
  const run = () => {
    setPending(true);
    Promise.resolve(onConfirm())
      .then(
        () => onOpenChange(false),
        () => {},
      )
      .finally(() => setPending(false));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!pending) onOpenChange(next);
      }}
      title={title}
      description={children}
      size="question"
      role="alertdialog"
      footer={
        <>
          <Button data-autofocus disabled={pending} onClick={() => onOpenChange(false)}>
            {cancel ?? t("kit.cancel")}
          </Button>
          <Button variant={tone} pending={pending} onClick={run}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, "open" | "onOpenChange"> {
  /** What the quiet button shows: an icon, a word. */
  label: ReactNode;
  /** Its name, where `label` is an icon. */
  "aria-label"?: string;
  size?: ButtonSize;
  disabled?: boolean;
  className?: string;
  quiet?: boolean;
}

/** A quiet button and the dialog it opens. */
export function ConfirmButton({ label, size, disabled = false, className, quiet = true, "aria-label": name, ...dialog }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={quiet ? "ghost" : "secondary"}
        size={size ?? "md"}
        disabled={disabled}
        {...(className ? { className } : {})}
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog {...dialog} open={open} onOpenChange={setOpen} />
    </>
  );
}

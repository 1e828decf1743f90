/** Asks before something is done that cannot be undone, and names the thing. */
import { type ReactNode, useState } from "react";
import { ApiError } from "./api.ts";
import { Button, type ButtonSize } from "./button.tsx";
import { Dialog, warmDialog } from "./dialog.tsx";
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
  /** The dialog closes when this is done; when it fails, it stays open and says why until it is closed or tried again. */
  onConfirm: () => unknown;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirm,
  cancel,
  tone = "danger",
  onConfirm,
}: ConfirmDialogProps) {
  const t = useWords();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const turn = (next: boolean) => {
    setRefusal(undefined);
    onOpenChange(next);
  };
  const run = () => {
    setPending(true);
    setRefusal(undefined);
    Promise.resolve(onConfirm())
      .then(() => onOpenChange(false), setRefusal)
      .finally(() => setPending(false));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!pending) turn(next);
      }}
      title={title}
      description={
        refusal instanceof Error ? (
          <>
            {children}
            <Refusal error={refusal} />
          </>
        ) : (
          children
        )
      }
      size="question"
      role="alertdialog"
      footer={
        <>
          <Button data-autofocus disabled={pending} onClick={() => turn(false)}>
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

/** What is wrong with what was given, else what the server said. */
function Refusal({ error }: { error: Error }) {
  const wrong = error instanceof ApiError ? Object.values(error.errors ?? {}).flat() : [];
  return (
    <span role="alert" className="mt-3 block rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
      {wrong.length > 0 ? wrong.join(" ") : error.message}
    </span>
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
export function ConfirmButton({
  label,
  size,
  disabled = false,
  className,
  quiet = true,
  "aria-label": name,
  ...dialog
}: ConfirmButtonProps) {
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
        onPointerEnter={warmDialog}
        onFocus={warmDialog}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog {...dialog} open={open} onOpenChange={setOpen} />
    </>
  );
}

import { type ReactNode, useState } from "react";
import { ApiError } from "#web/kit/data/api.ts";
import { Button, type ButtonSize } from "./button.tsx";
import { Dialog, preloadDialog } from "./dialog.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the object: "Delete Court 3?" */
  title: string;
  children?: ReactNode;
  confirm: string;
  cancel?: string;
  tone?: "danger" | "primary";
  /** The dialog stays open and shows the reason when this rejects. */
  onConfirm: () => unknown;
  /** Shown below a reason with status 409: how to remove what stands in the way. Links there close the dialog. */
  conflictHelp?: (close: () => void) => ReactNode;
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
  conflictHelp,
}: ConfirmDialogProps) {
  const t = useTranslation();
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
            <ErrorText error={refusal} />
            {refusal instanceof ApiError && refusal.status === 409 && conflictHelp?.(() => turn(false))}
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

function ErrorText({ error }: { error: Error }) {
  const wrong = error instanceof ApiError ? Object.values(error.errors ?? {}).flat() : [];
  return (
    <span role="alert" className="mt-3 block rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
      {wrong.length > 0 ? wrong.join(" ") : error.message}
    </span>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, "open" | "onOpenChange"> {
  label: ReactNode;
  "aria-label"?: string;
  size?: ButtonSize;
  disabled?: boolean;
  className?: string;
  quiet?: boolean;
}

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
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog {...dialog} open={open} onOpenChange={setOpen} />
    </>
  );
}

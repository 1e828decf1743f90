import { type ReactNode, useState } from "react";
import { Button, type ButtonSize } from "./button.tsx";
import { Dialog, preloadDialog } from "./dialog.tsx";

interface DialogButtonProps {
  label: string;
  icon: ReactNode;
  size?: ButtonSize | undefined;
  title: string;
  description: string;
  children: (close: () => void) => ReactNode;
}

/** Unmounts the dialog's content on closing, so that its form starts anew. */
export function DialogButton({ label, icon, size = "md", title, description, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size={size}
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        {icon}
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        {children(() => setOpen(false))}
      </Dialog>
    </>
  );
}

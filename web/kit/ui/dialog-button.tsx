import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog, preloadDialog } from "./dialog.tsx";

interface DialogButtonProps {
  label: string;
  icon: ReactNode;
  title: string;
  description: string;
  children: (close: () => void) => ReactNode;
}

/** Unmounts the dialog's content on closing, so that its form starts anew. */
export function DialogButton({ label, icon, title, description, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
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

/** A dialog; what makes it one is loaded when the first opens. */
import { lazy, type ReactNode, Suspense, useState } from "react";

const Panel = lazy(() => import("./dialog-panel.tsx"));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Buttons, at the bottom right. */
  footer?: ReactNode;
  /** In rem: 26 for a question, 32 for a form, 44 for more. Default: `form`. */
  size?: "question" | "form" | "large";
  /** `alertdialog`: a click beside it does not close it. */
  role?: "dialog" | "alertdialog";
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const [needed, setNeeded] = useState(false);
  if (props.open && !needed) setNeeded(true);
  return needed ? (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  ) : null;
}

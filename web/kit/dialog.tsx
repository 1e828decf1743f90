/** A dialog; what makes it one is loaded when the first opens. */
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { loaded } from "./loaded.ts";

const loadPanel = () => import("./dialog-panel.tsx");
const Panel = lazy(loadPanel);

/** Before it is wanted for certain: a pointer comes near the button. Whether it comes matters only to the click. */
export const warmDialog = () => void loadPanel().catch(() => {});

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
  const { open, onOpenChange } = props;
  const [isThere, setIsThere] = useState(false);
  const goOn = useEffectEvent((came: boolean) => (came ? setIsThere(true) : onOpenChange(false)));
  useEffect(() => {
    if (open && !isThere) void loaded(loadPanel).then((came) => goOn(came));
  }, [open, isThere]);
  return isThere ? (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  ) : null;
}

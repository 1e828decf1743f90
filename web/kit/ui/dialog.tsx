/** A modal dialog; Radix is loaded when the first one opens. */
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";

const loadPanel = () => import("./dialog-panel.tsx");
const Panel = lazy(loadPanel);

/** Ignores failures: the click tries again and shows them. */
export const preloadDialog = () => void loadPanel().catch(() => {});

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  footer?: ReactNode;
  /** Width: 26 rem for a question, 32 for a form, 44 for more. Default: `form`. */
  size?: "question" | "form" | "large";
  /** A click outside does not close an `alertdialog`. */
  role?: "dialog" | "alertdialog";
  /** On telephones, where it is a sheet, a swipe closes it: for dialogs in which nothing is typed. */
  closesOnSwipe?: boolean;
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onOpenChange } = props;
  const [isReady, setIsReady] = useState(false);
  const onLoaded = useEffectEvent((isLoaded: boolean) => (isLoaded ? setIsReady(true) : onOpenChange(false)));
  useEffect(() => {
    if (open && !isReady) void loadWithToast(loadPanel).then((isLoaded) => onLoaded(isLoaded));
  }, [open, isReady]);
  return isReady ? (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  ) : null;
}

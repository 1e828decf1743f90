/** A popover beside its button, for a few choices; Radix is loaded when the first one opens. */
import {
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import type { ButtonProps } from "./button.tsx";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";

const loadPanel = () => import("./popover-panel.tsx");
const Panel = lazy(async () => ({ default: (await loadPanel()).PopoverPanel }));
/** Ignores failures: the click tries again and shows them. */
const preloadPanel = () => void loadPanel().catch(() => {});

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactElement<ButtonProps>;
  label: string;
  wide?: boolean;
  /** The edge of the button at which it stands. Default: the end. */
  align?: "start" | "end";
  children: ReactNode;
}

export function Popover(props: PopoverProps) {
  const { open, onOpenChange, trigger } = props;
  const [isReady, setIsReady] = useState(false);
  const onLoaded = useEffectEvent((isLoaded: boolean) => (isLoaded ? setIsReady(true) : onOpenChange(false)));
  useEffect(() => {
    if (open && !isReady) void loadWithToast(loadPanel).then((isLoaded) => onLoaded(isLoaded));
  }, [open, isReady]);
  const alone = cloneElement(trigger, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onClick: () => onOpenChange(true),
    onPointerEnter: preloadPanel,
    onFocus: preloadPanel,
  });
  return isReady ? (
    <Suspense fallback={alone}>
      <Panel {...props} />
    </Suspense>
  ) : (
    alone
  );
}

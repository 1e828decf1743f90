/** What a button opens beside itself: a few choices, for which a dialog would be too much. What makes it one is loaded when the first opens. */
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
import { loaded } from "./loaded.ts";

const load = () => import("./popover-panel.tsx");
const Panel = lazy(async () => ({ default: (await load()).PopoverPanel }));
/** A pointer or the focus comes near the button. Whether it comes matters only to the click. */
const warm = () => void load().catch(() => {});

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A button. */
  trigger: ReactElement<ButtonProps>;
  /** What it is, for those who listen. */
  label: string;
  /** For names that people gave. */
  wide?: boolean;
  children: ReactNode;
}

export function Popover(props: PopoverProps) {
  const { open, onOpenChange, trigger } = props;
  const [isThere, setIsThere] = useState(false);
  const goOn = useEffectEvent((came: boolean) => (came ? setIsThere(true) : onOpenChange(false)));
  useEffect(() => {
    if (open && !isThere) void loaded(load).then((came) => goOn(came));
  }, [open, isThere]);
  const alone = cloneElement(trigger, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onClick: () => onOpenChange(true),
    onPointerEnter: warm,
    onFocus: warm,
  });
  return isThere ? (
    <Suspense fallback={alone}>
      <Panel {...props} />
    </Suspense>
  ) : (
    alone
  );
}

import * as Radix from "radix-ui/popover";
import { cx } from "./cx.ts";
import { keepForFields, useEscapeLayer } from "./escape.ts";
import type { PopoverProps } from "./popover.tsx";

export function PopoverPanel({ open, onOpenChange, trigger, label, wide, align = "end", children }: PopoverProps) {
  useEscapeLayer(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onEscapeKeyDown={keepForFields}
          className={cx(
            "z-50 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-lg bg-raised p-3 shadow-pop outline-none data-[state=open]:animate-pop-in",
            wide ? "w-72" : "w-60",
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A modal panel at the right side, the whole screen on phones; the page behind stays visible. Loaded by its users. */
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { keepForFields, useEscapeLayer } from "./escape.ts";
import { scrollLockRef, softlyDimmedPageRef } from "./html-attribute-ref.ts";
import { useReturnFocus } from "./use-return-focus.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface SidePanelProps {
  title: string;
  icon?: ReactNode;
  description?: ReactNode;
  /** Below the title, above what scrolls. */
  header?: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function SidePanel({ title, icon, description, header, footer, onClose, children }: SidePanelProps) {
  const t = useTranslation();
  const { remember, giveBack } = useReturnFocus();
  useEscapeLayer(true, onClose);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div className="fixed inset-0 z-50 animate-fade-in bg-scrim-soft" ref={scrollLockRef} aria-hidden>
          <span ref={softlyDimmedPageRef} hidden />
        </div>
        <Radix.Content
          aria-modal
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={keepForFields}
          // A slip beside the panel loses nothing that was decided in it.
          onPointerDownOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 flex animate-pop-in flex-col overflow-hidden bg-raised shadow-pop outline-none sm:inset-y-3 sm:right-3 sm:left-auto sm:w-[min(35rem,calc(100vw-1.5rem))] sm:rounded-2xl"
        >
          <header className="grid gap-3 border-b border-line px-4 pt-4 pb-3">
            <div className="flex items-start gap-3">
              {icon}
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-base font-semibold [overflow-wrap:anywhere]">{title}</Radix.Title>
                {description}
              </div>
              <Radix.Close
                aria-label={t("kit.close")}
                className="-mt-1 -mr-1 grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:size-10"
              >
                <X className="size-4" aria-hidden />
              </Radix.Close>
            </div>
            {header}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

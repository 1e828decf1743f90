/**
 * A panel beside the sidebar, the whole screen on phones. Loaded by its users. It is no modal dialog: that would hide the
 * toasts from screen readers, and with them the undo of what is done in the panel.
 */
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { keepForFields, useEscapeLayer } from "./escape.ts";
import { scrollLockRef, softlyDimmedPageRef } from "./html-attribute-ref.ts";
import { useReturnFocus } from "./use-return-focus.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface SidebarPanelProps {
  title: string;
  /** Beside the title. */
  actions: ReactNode;
  /** Below the title, above what scrolls. */
  header: ReactNode;
  footer: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function SidebarPanel({ title, actions, header, footer, onClose, children }: SidebarPanelProps) {
  const t = useTranslation();
  const { remember, giveBack } = useReturnFocus();
  useEscapeLayer(true, onClose);
  return (
    <Radix.Root open modal={false} onOpenChange={onClose}>
      <Radix.Portal>
        <div className="fixed inset-0 z-30 animate-fade-in bg-scrim-soft" ref={scrollLockRef} aria-hidden>
          <span ref={softlyDimmedPageRef} hidden />
        </div>
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={keepForFields}
          onInteractOutside={(event) => {
            // Toasts lie above the panel, and do not close it.
            if ((event.target as Element).closest("[data-radix-toast-viewport], [role=region]")) event.preventDefault();
          }}
          className="fixed inset-0 z-40 flex animate-pop-in flex-col bg-surface outline-none lg:inset-auto lg:top-3 lg:left-61 lg:max-h-[calc(100dvh-1.5rem)] lg:w-114 lg:overflow-hidden lg:rounded-xl lg:bg-raised lg:shadow-pop"
        >
          <div className="flex shrink-0 items-center gap-1 pt-3 pr-2.5 pb-2 pl-4 max-lg:min-h-13 max-lg:py-1.5">
            <Radix.Title className="min-w-0 flex-1 text-[0.9375rem] font-semibold">{title}</Radix.Title>
            {actions}
            <Radix.Close aria-label={t("kit.close")} className={buttonClass("ghost", "icon", "size-10 lg:hidden")}>
              <X aria-hidden />
            </Radix.Close>
          </div>
          <div className="shrink-0 px-3 pb-3">{header}</div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line">{children}</div>
          <div className="flex shrink-0 justify-end border-t border-line px-4 py-2.5 text-xs max-lg:py-3.5 max-lg:text-13">
            {footer}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

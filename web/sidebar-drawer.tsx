/** The sidebar on phones: a drawer that opens by the menu button. */
import { X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import type { ReactNode } from "react";
import { useEscapeLayer } from "./kit/ui/escape.ts";
import { scrollLockRef } from "./kit/ui/html-attribute-ref.ts";
import { useReturnFocus } from "./kit/ui/use-return-focus.ts";
import { useTranslation } from "./kit/format/translation.ts";

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

export default function Drawer({ open, onOpenChange, children }: DrawerProps) {
  const t = useTranslation();
  const { remember, giveBack } = useReturnFocus();
  useEscapeLayer(open, () => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-30 animate-fade-in bg-scrim lg:hidden" ref={scrollLockRef} aria-hidden />
        <Dialog.Content
          aria-describedby={undefined}
          aria-modal
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          className="fixed inset-y-0 left-0 z-40 w-72 max-w-[calc(100vw-3rem)] bg-canvas shadow-pop outline-none data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left lg:hidden"
        >
          <Dialog.Title className="sr-only">{t("general.mainNavigation")}</Dialog.Title>
          {children}
          <Dialog.Close
            aria-label={t("general.closeNavigation")}
            className="absolute top-2.5 right-3 z-10 grid size-10 place-items-center rounded-md text-ink-2 hover:bg-hover"
          >
            <X className="size-4.5" aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

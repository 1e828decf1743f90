/** Opens the dialog that sells products; for those who may sell only. */
import { Tags } from "lucide-react";
import { useState } from "react";
import { payments } from "#contract/payments.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { preloadDialog } from "#web/kit/ui/dialog.tsx";
import { SellDialog, type SellDialogProps } from "./sell-dialog.tsx";

interface SellButtonProps extends Omit<SellDialogProps, "onClose"> {
  className: string;
}

export function SellButton({ className, ...sale }: SellButtonProps) {
  const t = useTranslation();
  const { can, isPlatform } = useScope();
  const [isOpen, setIsOpen] = useState(false);
  if (isPlatform || !can(payments.sell)) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setIsOpen(true)}
      >
        <Tags aria-hidden />
        <span>{t("payments.sell")}</span>
      </button>
      {isOpen && <SellDialog {...sale} onClose={() => setIsOpen(false)} />}
    </>
  );
}

import { X } from "lucide-react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";

interface RemoveLineButtonProps {
  name: string;
  className?: string;
  onRemove: () => void;
}

export function RemoveLineButton({ name, className, onRemove }: RemoveLineButtonProps) {
  const t = useTranslation();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t("payments.removeLine", { name })}
      className={cx("text-ink-3", className)}
      onClick={onRemove}
    >
      <X aria-hidden />
    </Button>
  );
}

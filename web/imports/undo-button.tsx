import { useTranslation } from "#web/kit/format/translation.ts";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";

interface UndoButtonProps {
  fileName: string;
  /** Says what an undo takes back, and what it leaves. */
  text: string;
  onUndo: () => Promise<unknown>;
}

export function UndoButton({ fileName, text, onUndo }: UndoButtonProps) {
  const t = useTranslation();
  return (
    <ConfirmButton
      label={t("imports.undo")}
      title={t("imports.undoTitle", { name: fileName })}
      confirm={t("imports.undo")}
      cancel={t("kit.close")}
      quiet={false}
      onConfirm={onUndo}
    >
      {text}
    </ConfirmButton>
  );
}

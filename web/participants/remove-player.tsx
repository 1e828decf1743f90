import type { Player } from "#contract/participants.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";

interface RemovePlayerProps {
  name: string;
  state: Player["state"];
  onConfirm: () => Promise<unknown>;
}

/** Nothing for who no longer plays. */
export function RemovePlayer({ name, state, onConfirm }: RemovePlayerProps) {
  const t = useTranslation();
  if (state !== "invited" && state !== "accepted") return null;
  return (
    <ConfirmButton
      size="sm"
      label={t("participants.remove")}
      aria-label={t("participants.removeNamed", { name })}
      title={t("participants.removeTitle", { name })}
      confirm={t("participants.remove")}
      onConfirm={onConfirm}
    >
      {t("participants.removeText")}
    </ConfirmButton>
  );
}

/** Buttons below a pack, for the team: what it paid, and a later end. */
import { useState } from "react";
import { type Pack, packs } from "#contract/packs.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ExtendPackDialog, PackUsesDialog } from "./pack-dialogs.tsx";

export function PackButtons({ pack }: { pack: Pack }) {
  const t = useTranslation();
  const { can } = useScope();
  const [opened, setOpened] = useState<"uses" | "extend">();
  const close = () => setOpened(undefined);
  const mayExtend = can(packs.extend) && pack.state !== "refunded" && pack.state !== "used_up";
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={t("packs.usesOf", { name: pack.name, customer: pack.customer.name })}
        onClick={() => setOpened("uses")}
      >
        {t("packs.uses")}
      </Button>
      {mayExtend && (
        <Button
          size="sm"
          aria-haspopup="dialog"
          aria-label={t("packs.extendNamed", { name: pack.name })}
          onClick={() => setOpened("extend")}
        >
          {t("packs.extend")}
        </Button>
      )}
      {opened === "uses" && <PackUsesDialog pack={pack} onClose={close} />}
      {opened === "extend" && <ExtendPackDialog pack={pack} onClose={close} />}
    </div>
  );
}

/** Buttons below a pack, for the team: what it paid, and a later end. */
import { lazy, Suspense, useState } from "react";
import { type Pack, packs } from "#contract/packs.ts";
import { listModules } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ExtendPackDialog, PackUsesDialog } from "./pack-dialogs.tsx";

/** If one fails to load, the others work without it. */
const actions = listModules().flatMap(({ name, packAction: load }) =>
  load ? { name, Action: lazy(() => load().catch(() => ({ default: () => null }))) } : [],
);

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
      {pack.unitsLeft > 0 && !pack.isGranted && (
        <Suspense>
          {actions.map(({ name, Action }) => (
            <Action
              key={name}
              organizationId={pack.organization.id}
              packId={pack.id}
              name={pack.name}
              unit={pack.unit}
            />
          ))}
        </Suspense>
      )}
      {opened === "uses" && <PackUsesDialog pack={pack} onClose={close} />}
      {opened === "extend" && <ExtendPackDialog pack={pack} onClose={close} />}
    </div>
  );
}

import type { ReactNode } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { CopyField } from "#web/kit/ui/copy-field.tsx";

interface Act {
  isPending: boolean;
  mutate: () => void;
}

interface OpenLinkProps {
  hasLink: boolean;
  canMake?: boolean;
  /** Known only to who has just made it. */
  url: string | undefined;
  make: Act;
  end: Act;
  /** A refusal. */
  children?: ReactNode;
}

/** The link to the open places of a booking: made, copied, ended. */
export function OpenLink({ hasLink, canMake = true, url, make, end, children }: OpenLinkProps) {
  const t = useTranslation();
  const endButton = hasLink && (
    <Button pending={end.isPending} onClick={end.mutate}>
      {t("participants.endLink")}
    </Button>
  );
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      {url === undefined ? (
        <>
          <p className="text-13 text-ink-2">{t(hasLink ? "participants.linkLost" : "participants.linkHint")}</p>
          <div className="flex flex-wrap gap-2">
            {canMake && (
              <Button pending={make.isPending} onClick={make.mutate}>
                {t(hasLink ? "participants.makeNewLink" : "participants.makeLink")}
              </Button>
            )}
            {endButton}
          </div>
        </>
      ) : (
        <CopyField
          label={t("participants.linkMade")}
          value={url}
          hint={t("participants.linkHint")}
          copy={t("participants.copyLink")}
          copied={t("participants.copied")}
        >
          {endButton}
        </CopyField>
      )}
      {children}
    </section>
  );
}

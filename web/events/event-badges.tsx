import { Globe, Lock } from "lucide-react";
import type { Event } from "#contract/events.ts";
import { Badge, statusTone } from "#web/kit/badge.tsx";
import { useWords } from "#web/kit/words.ts";
import { confidentialityLabels } from "#web/fields/labels.ts";
import { kindLabels, pendingLabels, statusLabels } from "./labels.ts";

/** The status in the specification's colours, and who may see the event. */
export function EventBadges({ event: { status, pendingReason, confidentiality, kind } }: { event: Event }) {
  const t = useWords();
  const waits = status === "pending" && pendingReason ? t(pendingLabels[pendingReason]) : undefined;
  return (
    <>
      <span title={waits}>
        <Badge tone={statusTone(status)} dot>
          {t(statusLabels[status])}
        </Badge>
      </span>
      {kind === "block" && <Badge>{t(kindLabels.block)}</Badge>}
      <Badge tone="outline" icon={confidentiality === "private" ? <Lock aria-hidden /> : <Globe aria-hidden />}>
        {t(confidentialityLabels[confidentiality])}
      </Badge>
    </>
  );
}

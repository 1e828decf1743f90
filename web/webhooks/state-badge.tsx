import type { Webhook } from "#contract/webhooks.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { stateLabels, stateOf, stateTones } from "./labels.ts";

export function StateBadge({ webhook }: { webhook: Webhook }) {
  const t = useTranslation();
  const state = stateOf(webhook);
  return (
    <Badge tone={stateTones[state]} dot>
      {t(stateLabels[state])}
    </Badge>
  );
}

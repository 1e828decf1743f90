import type { Device } from "#contract/devices.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { stateLabels, stateOf, stateTones } from "./labels.ts";

export function DeviceBadge({ device }: { device: Device }) {
  const t = useTranslation();
  const state = stateOf(device);
  return (
    <Badge tone={stateTones[state]} dot>
      {t(stateLabels[state])}
    </Badge>
  );
}

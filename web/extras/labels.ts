import type { ExtraMode } from "#contract/extras.ts";
import type { MessageKey } from "#messages/keys.ts";

export const modeLabels = {
  choice: "extras.modeChoice",
  required: "extras.modeRequired",
  in_windows: "extras.modeInWindows",
} as const satisfies Record<ExtraMode, MessageKey>;

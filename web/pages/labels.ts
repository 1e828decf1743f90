import type { PageSettings } from "#contract/pages.ts";
import type { MessageKey } from "#messages/keys.ts";

export const stateLabels = {
  off: "pages.stateOff",
  unlisted: "pages.stateUnlisted",
  public: "pages.statePublic",
} as const satisfies Record<PageSettings["state"], MessageKey>;

import type { WebModule } from "#web/kit/data/modules.ts";

export const availability: WebModule = {
  name: "availability",
  includesDataOf: ["events"],
};

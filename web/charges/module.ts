import type { WebModule } from "#web/kit/data/modules.ts";

export const charges: WebModule = {
  name: "charges",
  includesDataOf: ["events", "money"],
};

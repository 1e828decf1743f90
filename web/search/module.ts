import type { WebModule } from "#web/kit/data/modules.ts";

export const search: WebModule = {
  name: "search",
  includesDataOf: ["events", "money"],
};

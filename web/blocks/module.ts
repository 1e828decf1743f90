import type { WebModule } from "#web/kit/data/modules.ts";

export const blocks: WebModule = {
  name: "blocks",
  includesDataOf: ["events"],
};

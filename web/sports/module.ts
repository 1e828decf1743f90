import type { WebModule } from "#web/kit/data/modules.ts";

export const sports: WebModule = {
  name: "sports",
};

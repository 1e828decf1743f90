import type { WebModule } from "#web/kit/data/modules.ts";

export const places: WebModule = {
  name: "places",
};

import type { WebModule } from "#web/kit/data/modules.ts";

export const views: WebModule = {
  name: "views",
  activity: { subject: "views.title" },
};

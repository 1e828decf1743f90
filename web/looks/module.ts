import type { WebModule } from "#web/kit/data/modules.ts";

export const looks: WebModule = {
  name: "looks",
  activity: { subject: "looks.title", path: () => "/settings/looks" },
};

import type { WebModule } from "#web/kit/data/modules.ts";

export const waitlist: WebModule = {
  name: "waitlist",
  activity: { subject: "waitlist.title", path: () => "/planning" },
};

import type { WebModule } from "#web/kit/data/modules.ts";
import { customerAccountRoute } from "./routes.tsx";

export const charges: WebModule = {
  name: "charges",
  routes: { organization: (parent) => [customerAccountRoute(parent)] },
  activity: { subject: "charges.title" },
  includesDataOf: ["events", "money"],
};

import type { WebModule } from "#web/kit/data/modules.ts";
import { approvalRoutes } from "./routes.tsx";

export const approvals: WebModule = {
  name: "approvals",
  navigation: [
    {
      label: "approvals.title",
      icon: "Inbox",
      path: "/approvals",
      alsoCurrentAt: ["/waitlist"],
      permission: "events.approve",
      menus: { team: ["schedule", 4] },
      count: async () => (await import("./waiting-count.tsx")).WaitingCount,
    },
  ],
  routes: { organization: approvalRoutes },
  includesDataOf: ["events"],
};

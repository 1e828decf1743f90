import { accounts as endpoints } from "#contract/accounts.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { userColumns } from "./export-columns.ts";
import jobs from "./jobs.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const accounts: ServerModule = {
  name: "accounts",
  routes,
  jobs,
  platformExports: { users: exportList(endpoints.users, "members.users", userColumns) },
};

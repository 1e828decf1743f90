import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const receiptLog: ServerModule = { name: "receipt-log", routes, jobs };

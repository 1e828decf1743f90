import type { WebModule } from "#web/kit/data/modules.ts";
import { receiptLogRoutes } from "./routes.tsx";

export const receiptLog: WebModule = { name: "receipt-log", routes: { organization: receiptLogRoutes } };

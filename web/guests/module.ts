import type { WebModule } from "#web/kit/data/modules.ts";
import { guestRoutes } from "./routes.tsx";

export const guests: WebModule = { name: "guests", routes: { guest: guestRoutes } };

import type { WebModule } from "#web/kit/data/modules.ts";
import { signOnRoutes } from "./routes.tsx";

export const singleSignOn: WebModule = {
  name: "single-sign-on",
  routes: { public: signOnRoutes },
  signInOption: () => import("./sign-on-link.tsx"),
};

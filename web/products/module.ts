import type { WebModule } from "#web/kit/data/modules.ts";
import { productsRoute } from "./routes.tsx";

export const products: WebModule = {
  name: "products",
  routes: { organization: (organization) => [productsRoute(organization)] },
};

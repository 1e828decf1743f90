import { products } from "#contract/products.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { changeProduct, changeTaxRate, createProduct, createTaxRate } from "./change.ts";
import { setUpProducts } from "./defaults.ts";
import { listProducts, listProductsForSale, listTaxRates } from "./queries.ts";

export default serveModule(
  products,
  {
    list: listProducts,
    forSale: listProductsForSale,
    create: createProduct,
    update: changeProduct,
    taxRates: listTaxRates,
    createTaxRate,
    updateTaxRate: changeTaxRate,
  },
  { "organizations.created": setUpProducts },
);

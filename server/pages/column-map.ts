import { PageChanges, PageSettings } from "#contract/pages.ts";
import { columnMap, noColumn } from "#server/kit/db/column-map.ts";

export const pageColumnMap = columnMap(
  { table: "pages", draft: PageChanges, entity: PageSettings },
  {
    state: "state",
    slug: noColumn("slugs, by the module of the organizations"),
    language: "language",
    tagline: "tagline",
    about: "about",
    phone: "phone",
    email: "email",
    showsTimes: "shows_times",
    showsPrices: "shows_prices",
    showsCard: "shows_card",
    publisher: "publisher",
  },
);

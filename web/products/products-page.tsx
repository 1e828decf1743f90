/** Settings of what is sold: products, and the tax rates beside the organization's own. */
import { useTranslation } from "#web/kit/format/translation.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { ProductList } from "./product-list.tsx";
import { TaxRateList } from "./tax-rate-list.tsx";

export function ProductsPage() {
  const t = useTranslation();
  return (
    <Page title={t("products.title")} crumbs={useSettingsCrumbs()}>
      <p className="mb-6 max-w-prose text-13 text-ink-2">{t("products.hint")}</p>
      <div className="grid gap-8">
        <ProductList />
        <TaxRateList />
      </div>
    </Page>
  );
}

/** Catalogue of promo codes: what each takes off, when it holds, and how often it was used. */
import { useQuery } from "@tanstack/react-query";
import { TicketPercent } from "lucide-react";
import { type PromoCode, promoCodes } from "#contract/promo-codes.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useNumberFormats } from "#web/kit/format/number-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { useQuotaChoices } from "#web/organizations/use-quota-choices.ts";
import { ListSection } from "#web/products/list-section.tsx";
import { useDatesText } from "#web/time-windows/window-text.ts";
import { targetLabels } from "./labels.ts";
import { PromoCodeForm } from "./promo-code-form.tsx";

export function PromoCodesPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const money = useAmountFormat();
  const { signedPercent } = useNumberFormats();
  const currency = useOrganizationCurrency() ?? "EUR";
  const query = useQuery({ ...endpointQuery(promoCodes.list, { params: { organizationId } }), staleTime: 0 });
  const { windows } = useQuotaChoices();
  const datesText = useDatesText();
  const facts = ({ appliesTo, kind, value, uses, maxUses, windowIds, ...code }: PromoCode) => {
    const [booked, played] = [datesText(code.bookedFrom, code.bookedTo), datesText(code.playedFrom, code.playedTo)];
    return [
      appliesTo !== "booking" && t(targetLabels[appliesTo]),
      kind === "percent" ? signedPercent(-value / 100) : t("promo-codes.off", { amount: money(value, currency) }),
      maxUses === null
        ? t("promo-codes.used", { count: uses })
        : t("promo-codes.usedOf", { count: uses, most: maxUses }),
      booked && t("promo-codes.booked", { dates: booked }),
      played && t("promo-codes.played", { dates: played }),
      ...windows.flatMap(({ id, name }) => (windowIds.includes(id) ? name : [])),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <Page title={t("promo-codes.title")} crumbs={useSettingsCrumbs()}>
      <div className="grid gap-6">
        <p className="max-w-prose text-13 text-ink-2">{t("promo-codes.intro")}</p>
        <ListSection
          title={t("promo-codes.title")}
          add={t("promo-codes.create")}
          query={query}
          empty={
            <EmptyState icon={TicketPercent} title={t("promo-codes.none")}>
              {t("promo-codes.noneText")}
            </EmptyState>
          }
          nameOf={({ code }) => code}
          facts={facts}
          description={(code) => t(code ? "promo-codes.editText" : "promo-codes.createText")}
          form={(code, close) => <PromoCodeForm code={code} onClose={close} />}
        />
      </div>
    </Page>
  );
}

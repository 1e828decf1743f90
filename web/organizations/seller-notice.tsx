import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Organization } from "#contract/organization-shape.ts";
import { sellerPartLabels } from "#contract/organizations-seller-rules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

type SellerNoticeProps = Pick<Organization, "sellerMissing" | "sellerDueAt">;

/** Names what is missing before money can be taken. */
export default function SellerNotice({ sellerMissing, sellerDueAt }: SellerNoticeProps) {
  const t = useTranslation();
  const tag = useLocale();
  const { path } = useScope();
  const [openedAt] = useState(() => Date.now());
  const { dateTime } = useDateFormats();
  const missing = new Intl.ListFormat(tag).format(sellerMissing.map((part) => t(sellerPartLabels[part])));
  const isDue = sellerDueAt === null || Date.parse(sellerDueAt) <= openedAt;
  return (
    <aside
      aria-label={t("organizations.seller")}
      className="flex shrink-0 flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-2.5 text-13 sm:px-8 print:hidden"
    >
      <p className="min-w-[min(100%,20rem)] flex-1">
        {isDue
          ? t("invoices.sellerIncomplete", { missing })
          : t("organizations.sellerBannerUntil", { date: dateTime(sellerDueAt), missing })}
      </p>
      <Link to={path("/settings")} className={textLinkClass}>
        {t("organizations.sellerComplete")}
      </Link>
    </aside>
  );
}

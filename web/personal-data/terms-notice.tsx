/** Asks to accept terms and privacy policy: for the first time, or after they have changed. */
import { Link } from "@tanstack/react-router";
import { useUser } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { AcceptTermsButton } from "./accept-terms-button.tsx";

export default function TermsNotice() {
  const t = useTranslation();
  const { termsDue, hasAcceptedTerms } = useUser();
  if (!termsDue) return null;
  return (
    <aside
      aria-label={t("personal-data.termsTitle")}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line bg-sunken px-4 py-2 text-13 sm:px-8 print:hidden"
    >
      <p className="min-w-[min(100%,20rem)] flex-1">
        {t(hasAcceptedTerms ? "personal-data.termsDue" : "personal-data.termsFirst")}
      </p>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Link to="/legal/terms" className={textLinkClass}>
          {t("general.terms")}
        </Link>
        <Link to="/legal/privacy" className={textLinkClass}>
          {t("general.privacy")}
        </Link>
        <AcceptTermsButton size="sm" />
      </span>
    </aside>
  );
}

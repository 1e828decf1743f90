/** The legal texts that one has accepted, with versions and times. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { personalData, type Terms } from "#contract/personal-data-endpoints.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { AcceptTermsButton } from "./accept-terms-button.tsx";

export function TermsSection() {
  const t = useTranslation();
  const { data, error, refetch } = useQuery({ ...endpointQuery(personalData.readTerms, undefined), staleTime: 0 });
  return (
    <FormSection title={t("personal-data.termsTitle")} hint={t("personal-data.termsHint")}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-28 w-full" />
      ) : (
        <Card padded>
          <AcceptedTerms {...data.data} />
        </Card>
      )}
    </FormSection>
  );
}

function AcceptedTerms({ isDue, accepted }: Terms) {
  const t = useTranslation();
  const { date, dateTime } = useDateFormats();
  const day = (version: string) => date(`${version}T12:00`);
  return (
    <div className="grid gap-4">
      {isDue && (
        <p className="text-13">{t(accepted.length > 0 ? "personal-data.termsDue" : "personal-data.termsFirst")}</p>
      )}
      {accepted.length > 0 && (
        <ul aria-label={t("personal-data.termsTitle")} className="grid gap-2">
          {accepted.map(({ terms, privacy, operator, accepted_at }) => (
            <li key={accepted_at + terms + privacy + (operator ?? "")} className="text-13 [overflow-wrap:anywhere]">
              {t("personal-data.termsAcceptedAt", {
                at: dateTime(accepted_at),
                terms: day(terms),
                privacy: day(privacy),
              })}
              {operator !== null && <span className="block text-xs text-ink-3">{operator}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
        {isDue && <AcceptTermsButton />}
        <Link to="/legal/terms" className={textLinkClass}>
          {t("general.terms")}
        </Link>
        <Link to="/legal/privacy" className={textLinkClass}>
          {t("general.privacy")}
        </Link>
      </div>
    </div>
  );
}

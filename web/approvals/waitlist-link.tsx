import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { waitlist } from "#contract/waitlist.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

/** Leads to who waits, while somebody does. */
export function WaitlistLink() {
  const t = useTranslation();
  const { organizationId, can, path } = useScope();
  const isAllowed = can("members.show");
  const { data } = useQuery({
    ...endpointQuery(waitlist.people, { params: { organizationId }, query: {} }, { quiet: true }),
    enabled: isAllowed,
  });
  const count = data?.data.length ?? 0;
  if (!isAllowed || count === 0) return null;
  return (
    <Link to={path("/waitlist")} className={`${textLinkClass} text-13`}>
      {t("waitlist.title")} <span className="text-ink-3 tnum">{count}</span>
    </Link>
  );
}

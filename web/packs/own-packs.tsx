/** One's own packs in all organizations, above one's payments; nothing for people without any. */
import { useQuery } from "@tanstack/react-query";
import { packs } from "#contract/packs.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { PackRow, PackUses } from "./pack-row.tsx";

export function OwnPacks() {
  const t = useTranslation();
  const { data } = useQuery({
    ...endpointQuery(packs.mine, { query: { per_page: 100 } }, { quiet: true }),
    staleTime: 0,
  });
  const own = data?.data ?? [];
  if (own.length === 0) return null;
  const several = new Set(own.map(({ organization }) => organization.id)).size > 1;
  return (
    <Card title={t("packs.mine")} className="mb-6">
      <ul aria-label={t("packs.mine")} className="divide-y divide-line">
        {own.map((pack) => (
          <PackRow key={pack.id} pack={pack}>
            {several && <p className="text-ink-3">{pack.organization.name}</p>}
            <PackUses
              uses={pack.uses}
              unit={pack.unit}
              pathOf={(eventId) => scopePath(pack.organization.id, `/bookings/${eventId}`)}
            />
          </PackRow>
        ))}
      </ul>
    </Card>
  );
}

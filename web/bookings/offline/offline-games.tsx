/** Bookings of others in which one plays, as this browser keeps them, to be read. */
import { useDayText } from "#web/availability/use-day-text.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import type { OfflineGame } from "./offline-answers.ts";

export function OfflineGameList({ games }: { games: readonly OfflineGame[] }) {
  return (
    <Card>
      <ul className="divide-y divide-line">
        {games.map((game) => (
          <GameRow key={game.id} game={game} />
        ))}
      </ul>
    </Card>
  );
}

function GameRow({ game }: { game: OfflineGame }) {
  const t = useTranslation();
  const { id, organizer, organization, sport, field, facility, startTime, endTime, timezone } = game;
  const dayText = useDayText(timezone);
  const { timeRange } = useDateFormats(timezone);
  return (
    <li className="relative grid min-h-15 gap-0.5 px-4 py-2.5 hover:bg-hover has-[a:focus-visible]:bg-hover">
      {/* No link of the router: the browser opens this same page anew. */}
      <a
        href={`/my-bookings/${id}`}
        className="min-w-0 font-medium [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
      >
        {sport?.name ?? field}
      </a>
      <span className="text-13 first-letter:uppercase tnum">{`${dayText(startTime)}, ${timeRange(startTime, endTime)}`}</span>
      <span className="text-xs [overflow-wrap:anywhere] text-ink-3">
        {[field, facility.name, organization.name].join(" · ")}
      </span>
      <span className="text-xs [overflow-wrap:anywhere] text-ink-3">
        {t("participants.with", { names: organizer })}
      </span>
    </li>
  );
}

export function OfflineGameDetails({ game }: { game: OfflineGame }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { organizer, organization, sport, field, facility, startTime, endTime, timezone, share } = game;
  const { weekdayDate, timeRange, withOtherZoneName } = useDateFormats(timezone);
  return (
    <Card>
      <DescriptionList>
        <DescriptionItem name={t("events.mailWhen")}>
          <span className="block first-letter:uppercase">{weekdayDate(startTime)}</span>
          <span className="tnum">{withOtherZoneName(timeRange(startTime, endTime), startTime)}</span>
        </DescriptionItem>
        {sport && <DescriptionItem name={t("events.sport")}>{sport.name}</DescriptionItem>}
        <DescriptionItem name={t("events.field")}>
          {field} · {facility.name}
        </DescriptionItem>
        {facility.address && <DescriptionItem name={t("participants.place")}>{facility.address}</DescriptionItem>}
        <DescriptionItem name={t("participants.organizer")}>{organizer}</DescriptionItem>
        <DescriptionItem name={t("events.organization")}>{organization.name}</DescriptionItem>
        {share && (
          <DescriptionItem name={t("participants.yourShare")}>{money(share.amount, share.currency)}</DescriptionItem>
        )}
      </DescriptionList>
    </Card>
  );
}

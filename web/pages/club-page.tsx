/** The club as its members read it: where it is, how to reach it, its hours and their prices, and leaving it. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Globe, MapPin, Mail, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { describeFieldNames } from "#contract/pages-names-rules.ts";
import { type Club, pages } from "#contract/pages.ts";
import { telephoneLink } from "#messages/telephone-link.ts";
import { bookingPath } from "#web/availability/booking-path.ts";
import { canBook } from "#web/availability/can-book.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { CourtIcon } from "#web/kit/ui/icons.tsx";
import { Page, PageColumns } from "#web/kit/ui/page.tsx";
import { Photo } from "#web/kit/ui/photo.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { LeaveCard } from "#web/members/leave-card.tsx";
import { useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { MapLink } from "#web/places/map-link.tsx";

type ClubFacility = Club["facilities"][number];

export function ClubPage() {
  const t = useTranslation();
  const scope = useScope();
  const { organizationId, membership } = scope;
  const { data, error, refetch } = useQuery(endpointQuery(pages.readClub, { params: { organizationId } }));
  const club = data?.data;
  return (
    <Page
      title={membership?.name ?? t("pages.club")}
      crumbs={[t("pages.club")]}
      tabs={useOrganizationTabs()}
      actions={
        canBook(scope) && (
          <Link to={bookingPath(scope)} className={buttonClass("primary")}>
            {t("events.book")}
          </Link>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : club ? (
        <PageColumns
          aside={
            <>
              <Reach club={club} className="max-lg:hidden" />
              <LeaveCard />
            </>
          }
        >
          {(club.tagline || club.about) && (
            <div className="grid gap-2 text-13 text-ink-2">
              {club.tagline && <p className="text-base text-ink">{club.tagline}</p>}
              {club.about && <p className="whitespace-pre-line">{club.about}</p>}
            </div>
          )}
          {/* On telephones it comes before the places, which are long. */}
          <Reach club={club} className="lg:hidden" />
          {club.facilities.map((facility) => (
            <Facility key={facility.id} facility={facility} currency={club.currency} />
          ))}
          {club.facilities.length === 0 && (
            <div className="rounded-xl border border-line">
              <EmptyState icon={CourtIcon} title={t("pages.clubEmpty")}>
                {t("pages.clubEmptyText")}
              </EmptyState>
            </div>
          )}
        </PageColumns>
      ) : (
        <DetailSkeleton rows={12} />
      )}
    </Page>
  );
}

function Reach({ club: { phone, email, url }, className }: { club: Club; className: string }) {
  const t = useTranslation();
  if (!phone && !email && !url) return null;
  return (
    <Card padded title={t("pages.clubReach")} className={className}>
      <ul className="grid gap-2.5 text-13">
        {phone && (
          <Contact icon={<Phone aria-hidden />}>
            <a href={telephoneLink(phone)} className={`${textLinkClass} tnum`}>
              {phone}
            </a>
          </Contact>
        )}
        {email && (
          <Contact icon={<Mail aria-hidden />}>
            <a href={`mailto:${email}`} className={textLinkClass}>
              {email}
            </a>
          </Contact>
        )}
        {url && (
          <Contact icon={<Globe aria-hidden />}>
            <a href={url} target="_blank" rel="noopener" className={textLinkClass}>
              {t("pages.clubPage")} <span className="sr-only">{t("pages.newWindow")}</span>
            </a>
          </Contact>
        )}
      </ul>
    </Card>
  );
}

const Contact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3">
    {icon}
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </li>
);

function Facility({ facility, currency }: { facility: ClubFacility; currency: string }) {
  const { path } = useScope();
  const { id, name, image, address, latitude, longitude, fields } = facility;
  return (
    <Card
      title={
        <Link to={path(`/facilities/${id}`)} className={textLinkClass}>
          {name}
        </Link>
      }
    >
      <Photo image={image} sport={fields[0]?.sports[0]} className="h-32 w-full sm:h-44" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4">
        <ul className="grid gap-2.5 text-13">
          {address && (
            <Contact icon={<MapPin aria-hidden />}>
              {address} <MapLink address={address} latitude={latitude} longitude={longitude} />
            </Contact>
          )}
          <Contact icon={<CourtIcon aria-hidden />}>
            <span className="-my-0.75 flex flex-wrap gap-x-3">
              {fields.map((field) => (
                <Link key={field.id} to={path(`/fields/${field.id}`)} className={`${textLinkClass} py-0.75`}>
                  {field.name}
                </Link>
              ))}
            </span>
          </Contact>
        </ul>
        <Hours facility={facility} />
        <Prices facility={facility} currency={currency} />
      </div>
    </Card>
  );
}

const cellClass = "py-1.5 pe-4 text-start align-top font-normal last:pe-0";

function Hours({ facility: { fields, hours, specialDays } }: { facility: ClubFacility }) {
  const t = useTranslation();
  const weekdays = useWeekdayFormats();
  const isOfAll = (names: readonly string[]) => names.length === fields.length;
  const slotsText = (slots: ClubFacility["specialDays"][number]["slots"]) =>
    slots.length > 0 ? slots.map(weekdays.range).join(", ") : t("pages.closed");
  return (
    <section className="grid gap-2 text-13">
      <h3 className="font-semibold">{t("pages.hours")}</h3>
      {hours.length === 0 && <p className="text-ink-2">{t("pages.hoursNone")}</p>}
      {hours.map((group) => (
        <Table key={group.fields.join()} caption={isOfAll(group.fields) ? undefined : group.fields}>
          {group.week.map((line) => (
            <tr key={line.weekdays.join()} className="border-t border-line first:border-0">
              <th scope="row" className={`${cellClass} w-2/5 text-ink-2 first-letter:uppercase`}>
                {line.weekdays.length === 7 ? t("pages.everyDay") : weekdays.list(line.weekdays)}
              </th>
              <td className={`${cellClass} tnum`}>{slotsText(line.slots)}</td>
            </tr>
          ))}
        </Table>
      ))}
      {specialDays.length > 0 && (
        <>
          <h4 className="mt-1 font-medium text-ink-2">{t("pages.specialDays")}</h4>
          <Table>
            {specialDays.map((days) => (
              <tr
                key={`${days.from} ${days.name} ${days.fields.join()}`}
                className="border-t border-line first:border-0"
              >
                <th scope="row" className={`${cellClass} w-2/5 text-ink-2`}>
                  {weekdays.period(days.from, days.to)}
                  <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">
                    {[days.name, isOfAll(days.fields) ? "" : describeFieldNames(days.fields, t)]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </th>
                <td className={`${cellClass} tnum`}>{slotsText(days.slots)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </section>
  );
}

function Prices({ facility: { fields, prices }, currency }: { facility: ClubFacility; currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const weekdays = useWeekdayFormats();
  if (prices.length === 0) return null;
  return (
    <section className="grid gap-2 text-13">
      <h3 className="font-semibold">{t("pages.clubPrices")}</h3>
      {prices.map((table) => (
        <Table
          key={`${table.priceType} ${table.fields.join()}`}
          caption={table.fields.length === fields.length ? undefined : table.fields}
          note={table.priceType === "user" ? t("pages.clubPerPerson") : undefined}
          head={
            <tr>
              <th scope="col" className={cellClass}>
                <span className="sr-only">{t("pages.clubWhen")}</span>
              </th>
              {table.durations.map((count) => (
                <th key={count} scope="col" className={`${cellClass} text-ink-3 whitespace-nowrap`}>
                  {t("pages.minutes", { count })}
                </th>
              ))}
            </tr>
          }
        >
          {table.lines.map((line) => (
            <tr
              key={`${line.weekdays.join()} ${line.hours?.start ?? ""}`}
              className="border-t border-line first:border-0"
            >
              <th scope="row" className={`${cellClass} w-2/5 text-ink-2 first-letter:uppercase`}>
                {line.weekdays.length === 7 ? t("pages.everyDay") : weekdays.list(line.weekdays)}
                {line.hours && <span className="block text-xs text-ink-3 tnum">{weekdays.range(line.hours)}</span>}
              </th>
              {line.prices.map((price, index) => (
                <td key={table.durations[index]} className={`${cellClass} whitespace-nowrap tnum`}>
                  {price === null ? "–" : price === 0 ? t("pages.free") : money(price, currency)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      ))}
      <p className="text-xs text-ink-3">{t("pages.clubPricesHint")}</p>
    </section>
  );
}

interface TableProps {
  /** Names of the fields that it holds for; undefined: all of the place. */
  caption?: readonly string[] | undefined;
  note?: string | undefined;
  head?: ReactNode;
  children: ReactNode;
}

function Table({ caption, note, head, children }: TableProps) {
  const t = useTranslation();
  const said = [caption && describeFieldNames(caption, t), note].filter(Boolean).join(" · ");
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        {said && <caption className="pb-1 text-start font-medium text-ink-2">{said}</caption>}
        {head && <thead>{head}</thead>}
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

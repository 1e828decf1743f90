/** The pages themselves: club, facility, field, all times of a day, and the legal notice. */
import type { EmbedQuery, PageQuery } from "#contract/pages.ts";
import { listPhotos } from "#server/files/queries.ts";
import { html, type Html } from "#server/kit/http/html.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { Config } from "#server/kit/process/config.ts";
import type { FileStore } from "#server/kit/storage/file-store.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import {
  contactOf,
  facilityPath,
  fieldPath,
  type PageSubject,
  renderCover,
  renderFields,
  renderHeading,
  renderHours,
  renderMembership,
  renderPicture,
  renderPrices,
} from "./club-sections.ts";
import { type FreeTimes, readFreeTimes } from "./free-times.ts";
import { clubPath, joinPath, languageQuery, otherLanguage, renderPage, SOURCE_MARK } from "./layout.ts";
import { capitalizeFirst, createPageTexts, describeSportsInTown } from "./texts.ts";
import type { PublicClub } from "./public-club.ts";
import { listSports } from "./public-club.ts";
import { visitorAccess } from "#server/members/visibility.ts";
import type { PublicFacility, PublicField } from "./queries.ts";
import { describeClub, describeFacility, describeField } from "./structured-data.ts";
import { renderTimes, timeOf, timesLink } from "./times-section.ts";

export interface PageContext {
  db: Database;
  config: Pick<Config, "appUrl" | "operator">;
  store: FileStore;
  club: PublicClub;
  /** A theme is asked for by embedded pages alone. */
  query: EmbedQuery;
}

const MAX_DESCRIPTION_LENGTH = 150;
const shorten = (text: string) =>
  text.length <= MAX_DESCRIPTION_LENGTH ? text : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1).trimEnd()}…`;

const isOfDay = ({ date, time }: PageQuery) => date !== undefined || time !== undefined;

const subjectOf = (club: PublicClub, facilities: PublicFacility[], fields: PublicField[]): PageSubject => ({
  ...{ club, facilities, fields },
  texts: createPageTexts(club.language, club.organization.currency),
});

const townOf = (facilities: readonly PublicFacility[], club: PublicClub): string | null => {
  const towns = new Set(facilities.flatMap(({ city }) => (city ? [city] : [])));
  return towns.size === 1 ? ([...towns][0] ?? null) : club.organization.city;
};

/** Days that are looked through for the next free start. */
const MAX_DAYS_SEARCHED = 14;

/** The next day with a free start, where the one asked for has none. */
export async function findNextFree(
  { db, club, query }: PageContext,
  subject: PageSubject,
  times: FreeTimes,
): Promise<string | undefined> {
  if (times.starts.some(({ free }) => free)) return undefined;
  for (let days = 1; days <= Math.min(MAX_DAYS_SEARCHED, club.horizonDays); days += 1) {
    const date = addDays(times.date, days);
    const next = await readFreeTimes(db, club, subject.fields, { ...query, date, duration: times.duration });
    const start = next.date === date ? next.starts.find(({ free }) => free)?.start : undefined;
    if (start !== undefined)
      return subject.texts.t("pages.weekdayAt", {
        weekday: subject.texts.day(date),
        time: subject.texts.dates(times.timezone).time(start),
      });
  }
  return undefined;
}

async function renderTimesOf(
  context: PageContext,
  subject: PageSubject,
  times: FreeTimes,
  path: string,
): Promise<Html | false> {
  const { club } = context;
  if (!club.page.shows_times || times.fields.length === 0) return false;
  const nextFree = await findNextFree(context, subject, times);
  return renderTimes({
    ...{ club, texts: subject.texts, times, path, nextFree },
    findPath: `${clubPath(club)}/find`,
    isWhole: false,
  });
}

interface Crumb {
  name: string;
  href: string;
}
const renderCrumbs = (label: string, crumbs: readonly Crumb[]): Html | false =>
  crumbs.length > 0 &&
  html`<nav class="crumbs s13 ink2" aria-label="${label}">
    ${crumbs.map(({ name, href }, index) => html`${index > 0 && html`<span aria-hidden="true">/</span>`}<a href="${href}">${name}</a>`)}
  </nav>`;

interface PlacePage {
  subject: PageSubject;
  path: string;
  title: string;
  subtitle: string;
  about: string | null;
  description: string;
  crumbs: Crumb[];
  structuredData: unknown;
}

async function listAllPhotos({ db, club }: PageContext, { facilities, fields }: PageSubject) {
  const view = { organizationId: club.organization.id, access: visitorAccess };
  const all = await listPhotos(db, view, {});
  const [facilityIds, fieldIds] = [facilities, fields].map(
    (places) => new Set<string | null>(places.map(({ id }) => id)),
  );
  const isOfField = fields.length === 1;
  return all.filter(
    ({ facilityId, fieldId }) => (!isOfField && facilityIds?.has(facilityId)) || fieldIds?.has(fieldId),
  );
}

const MAX_PHOTOS_SHOWN = 12;

/** Club, facility and field are read in the same order. */
async function renderPlace(context: PageContext, place: PlacePage): Promise<string> {
  const { db, config, club, query } = context;
  const { subject, path, title, subtitle, about, description, crumbs, structuredData } = place;
  const { texts, fields } = subject;
  const times = await readFreeTimes(db, club, fields, query);
  const timesHtml = await renderTimesOf(context, subject, times, clubPath(club) + path);
  const photos = await listAllPhotos(context, subject);
  const isField = fields.length === 1 && path.split("/").length > 2;
  const gallery =
    photos.length > 1 &&
    html`<section class="card gallery" id="photos" aria-labelledby="photos-title">
      <header><h2 id="photos-title">${texts.t("pages.photos", { count: photos.length })}</h2></header>
      <div class="body photos">
        ${photos.slice(0, MAX_PHOTOS_SHOWN).map((photo) => renderPicture(photo, "", "(min-width: 1024px) 200px, 50vw", false))}
      </div>
    </section>`;
  const body = html`${renderCrumbs(texts.t("kit.breadcrumb"), crumbs)}
    <main class="wrap" id="main">
      <div class="main">
        <div class="intro">
          ${renderCover(subject, photos.length)} ${renderHeading(subject, { title, subtitle, about })}
        </div>
        <div class="pad rest">
          <div class="pair stack">
            ${!isField && renderFields(subject, path !== "")} ${renderPrices(subject, times)}
          </div>
          ${gallery}
        </div>
      </div>
      <aside class="side">
        <div class="pad times">${timesHtml}</div>
        <div class="pad stack">${renderHours(subject)} ${renderMembership(subject)}</div>
      </aside>
    </main>`;
  return renderPage({
    ...{ club, path, description: shorten(description), structuredData, body },
    appUrl: config.appUrl,
    title: [title, subtitle].filter(Boolean).join(" · "),
    isOfDay: isOfDay(query),
  });
}

const sportNames = (fields: readonly PublicField[]) => listSports(fields).map(({ name }) => name);

export function renderClubPage(context: PageContext): Promise<string> {
  const { club, config } = context;
  const subject = subjectOf(club, club.facilities, club.fields);
  const { texts } = subject;
  const { organization, page } = club;
  const what = describeSportsInTown(texts, sportNames(club.fields), townOf(club.facilities, club));
  const [facility] = club.facilities;
  const address = club.facilities.length === 1 ? facility?.complete_address : undefined;
  const named = `${organization.name}${what === "" ? "" : `, ${what.slice(0, 1).toLowerCase()}${what.slice(1)}`}`;
  return renderPlace(context, {
    ...{ subject, path: "", title: organization.name, subtitle: page.tagline ?? what, about: page.about, crumbs: [] },
    description: address
      ? texts.t("pages.description", { what: named, address })
      : texts.t("pages.descriptionPlain", { what: named }),
    structuredData: describeClub(club, { appUrl: config.appUrl, ...contactOf(club) }),
  });
}

const clubCrumb = (club: PublicClub): Crumb => ({
  name: club.organization.name,
  href: clubPath(club) + languageQuery(club),
});

export function renderFacilityPage(context: PageContext, facility: PublicFacility): Promise<string> {
  const { club, config } = context;
  const fields = club.fields.filter((field) => field.facility_id === facility.id);
  const subject = subjectOf(club, [facility], fields);
  const what = describeSportsInTown(subject.texts, sportNames(fields), facility.city);
  return renderPlace(context, {
    ...{ subject, path: `/${facility.address}`, title: facility.name, about: facility.description },
    subtitle: what,
    description: subject.texts.t("pages.description", {
      what: `${facility.name}, ${club.organization.name}`,
      address: facility.complete_address ?? what,
    }),
    crumbs: [clubCrumb(club)],
    structuredData: {
      "@context": "https://schema.org",
      ...describeFacility(club, facility, { appUrl: config.appUrl, phone: contactOf(club).phone }),
    },
  });
}

export function renderFieldPage(context: PageContext, facility: PublicFacility, field: PublicField): Promise<string> {
  const { club, config } = context;
  const subject = subjectOf(club, [facility], [field]);
  const what = describeSportsInTown(subject.texts, sportNames([field]), facility.city);
  return renderPlace(context, {
    ...{ subject, path: `/${facility.address}/${field.address}`, title: field.name, about: field.description },
    subtitle: [facility.name, what].filter(Boolean).join(" · "),
    description: subject.texts.t("pages.descriptionField", {
      field: field.name,
      what: `${facility.name}, ${club.organization.name}`,
    }),
    crumbs: [clubCrumb(club), { name: facility.name, href: facilityPath(club, facility) + languageQuery(club) }],
    structuredData: describeField(club, { facility, field, appUrl: config.appUrl }),
  });
}

interface GuestSlot {
  times: FreeTimes;
  /** Minutes. */
  duration: number;
  /** `HH:MM` */
  time: string;
  fieldId: string;
}
/** Booking without an account, with the time filled in. */
function guestPath({ slug }: PublicClub, { times, duration, time, fieldId }: GuestSlot): string {
  const query = new URLSearchParams({
    ...(times.sport && { sport: String(times.sport.id) }),
    ...{ date: times.date, time, duration: String(duration), field: fieldId },
  });
  return `/book/${slug}?${query.toString()}`;
}

/** The fields that are free at a start, and where to book. */
function renderChosen(
  { club, query }: PageContext,
  { texts, facilities }: PageSubject,
  times: FreeTimes,
): Html | false {
  const { t } = texts;
  if (query.time === undefined) return false;
  const found = times.starts.find(({ start }) => timeOf(start, times.timezone) === query.time)?.free;
  if (!found) return html`<div class="card" id="chosen"><p class="body">${t("pages.lost")}</p></div>`;
  const { timeRange } = texts.dates(times.timezone);
  const title = t("pages.chosen", {
    range: timeRange(found.start, found.start + found.duration * 60_000),
    day: texts.day(times.date),
  });
  const mayJoin = club.organization.joining !== "closed";
  const hasGuests = club.organization.guest_booking !== "off";
  const label = t(hasGuests ? "pages.book" : mayJoin ? "pages.joinToBook" : "pages.signInToBook");
  const rows = found.offers.flatMap(({ fieldId, price, priceType }) => {
    const field = club.fields.find(({ id }) => id === fieldId);
    if (!field) return [];
    const amount = priceType === "user" ? t("pages.perPerson", { price: texts.money(price) }) : texts.money(price);
    const start = new Date(found.start).toISOString();
    const booking = `/organizations/${club.organization.id}/events/create?fieldId=${fieldId}&date=${times.date}&startTime=${encodeURIComponent(start)}`;
    const asGuest = guestPath(club, {
      times,
      duration: found.duration,
      time: timeOf(found.start, times.timezone),
      fieldId,
    });
    const asMember = mayJoin ? `${joinPath(club)}?next=${encodeURIComponent(booking)}` : booking;
    const book = (hasGuests ? asGuest : asMember) + SOURCE_MARK;
    return [
      html`<li class="court">
        <span class="grow"
          ><a class="b" href="${fieldPath(club, field) + languageQuery(club)}">${field.name}</a
          >${facilities.length > 1 && html`<br /><span class="s13 ink2">${field.facility_name}</span>`}</span
        >
        ${club.page.shows_prices && html`<span class="s13 b tnum">${amount}</span>`}
        <a class="btn s lg" href="${book}" rel="nofollow" aria-label="${label}, ${field.name}">${label}</a>
      </li>`,
    ];
  });
  return html`<section class="card" id="chosen" aria-labelledby="chosen-title">
    <header><h2 id="chosen-title">${capitalizeFirst(title)}</h2></header>
    <ul class="list">
      ${rows}
    </ul>
  </section>`;
}

export async function renderFindPage(context: PageContext): Promise<string> {
  const { db, config, club, query } = context;
  const subject = subjectOf(club, club.facilities, club.fields);
  const { texts } = subject;
  const path = `${clubPath(club)}/find`;
  const times = await readFreeTimes(db, club, club.fields, query);
  const nextFree = await findNextFree(context, subject, times);
  const title = texts.t("pages.findTitle", { name: club.organization.name });
  const section = { ...{ club, texts, times, path, findPath: path, nextFree }, isWhole: true, chosen: query.time };
  const body = html`${renderCrumbs(texts.t("kit.breadcrumb"), [clubCrumb(club)])}
    <main class="narrow stack" id="main">
      <h1 class="title">${texts.t("pages.findSlot")}</h1>
      ${renderChosen(context, subject, times)} ${club.page.shows_times && renderTimes(section)}
      ${renderMembership(subject)}
    </main>`;
  const other = otherLanguage(club.language);
  const lang = languageQuery(club, other) === "" ? undefined : other;
  return renderPage({
    translated: timesLink(section, path, { lang, time: query.time }),
    ...{ club, path: "/find", title, body, appUrl: config.appUrl, isOfDay: isOfDay(query) },
    description: shorten(texts.t("pages.descriptionPlain", { what: club.organization.name })),
  });
}

export function renderLegalPage({ config, club }: PageContext): string {
  const texts = createPageTexts(club.language, club.organization.currency);
  const { t } = texts;
  const { organization: seller, page } = club;
  const { phone, email } = contactOf(club);
  const address = [seller.address_line, [seller.postal_code, seller.city].filter(Boolean).join(" ")].filter(Boolean);
  const { operator } = config;
  const facts: [label: string, value: string | null][] = [
    [
      t("pages.legalPublisher"),
      [[seller.legal_name ?? seller.name, seller.legal_form].filter(Boolean).join(", "), ...address].join("\n"),
    ],
    [t("pages.legalResponsible"), page.publisher],
    [t("pages.phone"), phone],
    [t("pages.email"), email],
    [
      t("pages.legalRegistration"),
      [seller.identification_number, seller.registration_city].filter(Boolean).join(" · "),
    ],
    [t("pages.legalVat"), seller.vat_number],
    [t("pages.legalHost"), [operator.hostName, operator.hostAddress, operator.hostPhone].filter(Boolean).join("\n")],
    [t("pages.legalService"), t("pages.legalServiceText")],
  ];
  const title = t("pages.legalTitle", { name: seller.name });
  const body = html`${renderCrumbs(t("kit.breadcrumb"), [clubCrumb(club)])}
    <main class="narrow stack" id="main">
      <h1 class="title">${title}</h1>
      <div class="card">
        <dl class="body">
          ${facts.map(
            ([label, value]) =>
              value &&
              html`<div>
                <dt>${label}</dt>
                <dd class="about">${value}</dd>
              </div>`,
          )}
        </dl>
      </div>
    </main>`;
  return renderPage({
    ...{ club, path: "/legal", title, body, appUrl: config.appUrl, isOfDay: false },
    description: title,
  });
}

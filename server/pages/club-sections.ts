/** Sections of a page: picture and facts, fields, prices, hours, and how to become a member. */
import type { Slot } from "#contract/hours-week-rules.ts";
import type { Image } from "#contract/files.ts";
import { html, type Html } from "#server/kit/http/html.ts";
import { telephoneLink } from "#messages/telephone-link.ts";
import type { FreeTimes } from "./free-times.ts";
import { drawCourt, icons } from "./icons.ts";
import { clubPath, joinPath, languageQuery, renderMark } from "./layout.ts";
import { capitalizeFirst, type PageTexts } from "./texts.ts";
import { findPriceRange, groupPrices, membersPayLess, type PriceGroup } from "./price-lines.ts";
import { DAYS_AHEAD, listSports, type PublicClub } from "./public-club.ts";
import type { PublicFacility, PublicField } from "./queries.ts";
import { groupHours, listSpecialDays, readOpenState, type HoursGroup, type SpecialDays } from "./week-hours.ts";

/** A page shows the club, one facility or one field: these are the parts of the club that it is about. */
export interface PageSubject {
  club: PublicClub;
  texts: PageTexts;
  facilities: PublicFacility[];
  fields: PublicField[];
}

export const contactOf = ({ page, organization }: PublicClub) => ({
  phone: page.phone ?? organization.phone,
  email: page.email ?? organization.email,
});

const mapLink = ({ complete_address: address, latitude, longitude }: PublicFacility): string =>
  latitude !== null && longitude !== null
    ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
    : `https://www.openstreetmap.org/search?query=${encodeURIComponent(address ?? "")}`;

export function renderPicture(image: Image, alt: string, sizes: string, isFirst: boolean): Html {
  const sources = (format: "avif" | "webp") => image.sizes.map((size) => `${size[format]} ${size.width}w`).join(", ");
  return html`<picture>
    <source type="image/avif" srcset="${sources("avif")}" sizes="${sizes}" />
    <img
      src="${image.url}"
      srcset="${sources("webp")}"
      sizes="${sizes}"
      width="${image.width}"
      height="${image.height}"
      alt="${alt}"
      ${isFirst ? html`fetchpriority="high"` : html`loading="lazy" decoding="async"`}
    />
  </picture>`;
}

export function renderCover({ club, facilities, fields, texts }: PageSubject, photos: number): Html {
  const image =
    (fields === club.fields ? club.cover : undefined) ??
    (facilities.length === club.facilities.length || facilities.length === 0 || fields.length > 1
      ? facilities.find((facility) => facility.image)?.image
      : undefined) ??
    fields.find((field) => field.image)?.image;
  return html`<div class="cover">
    ${
      image
        ? renderPicture(image, "", "(min-width: 1024px) 728px, 100vw", true)
        : drawCourt(listSports(fields)[0]?.name)
    }
    ${photos > 1 && html`<a class="count" href="#photos">${icons.camera}${texts.t("pages.photos", { count: photos })}</a>`}
  </div>`;
}

/** `Open until 10:30 PM · then from tomorrow at 8:00 AM`. */
function renderOpenState({ club, fields, texts }: PageSubject): Html | false {
  const { t } = texts;
  const timezone = fields[0]?.timezone ?? club.organization.timezone;
  const { isOpen, until, next } = readOpenState(club, fields);
  if (!isOpen && until === undefined) return false;
  const { time } = texts.dates(timezone);
  const dateOf = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDate();
  const today = dateOf(club.now.getTime());
  const when = (instant: number) => {
    const days = today.until(dateOf(instant)).days;
    if (days === 0) return t("pages.todayAt", { time: time(instant) });
    if (days === 1) return t("pages.tomorrowAt", { time: time(instant) });
    return t("pages.weekdayAt", { weekday: texts.weekday(dateOf(instant).dayOfWeek), time: time(instant) });
  };
  if (!isOpen)
    return html`<li>
      ${icons.clock}<span>${t("pages.opensAt", { closed: t("pages.closedNow"), when: when(until ?? 0) })}</span>
    </li>`;
  if (until === undefined) return html`<li>${icons.clock}<span class="open">${t("pages.openNowAlways")}</span></li>`;
  const said = t("pages.openUntil", { open: "\u0000", time: time(until) });
  const [before = "", after = ""] = said.split("\u0000");
  return html`<li>
    ${icons.clock}<span
      >${before}<span class="open">${t("pages.openNow")}</span>${after}${
        next !== undefined && ` · ${t("pages.thenOpens", { when: when(next) })}`
      }</span
    >
  </li>`;
}

function listAmenities({ facilities, fields, texts }: PageSubject): string[] {
  const { t } = texts;
  const sum = (column: "parking_place" | "bicycle_parking_place") =>
    facilities.reduce((total, facility) => total + (facility[column] ?? 0), 0);
  const has = (column: "changing_room" | "shower" | "restroom" | "restaurant" | "shop") =>
    facilities.some((facility) => facility[column] === true);
  const named = (["changing_room", "shower", "restroom", "restaurant", "shop"] as const).filter(has);
  const labels = {
    changing_room: "facilities.changingRoom",
    shower: "facilities.shower",
    restroom: "facilities.restroom",
    restaurant: "facilities.restaurant",
    shop: "facilities.shop",
  } as const;
  const [parking, bicycles] = [sum("parking_place"), sum("bicycle_parking_place")];
  return [
    ...(parking > 0 ? [t("pages.parking", { count: parking })] : []),
    ...(bicycles > 0 ? [t("pages.bicycles", { count: bicycles })] : []),
    ...named.map((column) => t(labels[column])),
    ...(fields.some((field) => field.handicap_access === true) ? [capitalizeFirst(t("pages.accessible"))] : []),
  ];
}

interface HeadTexts {
  title: string;
  subtitle: string;
  about: string | null;
}

export function renderHeading(subject: PageSubject, { title, subtitle, about }: HeadTexts): Html {
  const { club, facilities, texts } = subject;
  const { t } = texts;
  const { phone } = contactOf(club);
  const places = facilities.filter((facility) => facility.complete_address);
  const [place] = places;
  const amenities = listAmenities(subject);
  return html`<div class="head">
    <div>
      <h1 class="title">${title}</h1>
      ${subtitle !== "" && html`<p class="ink2">${subtitle}</p>`}
    </div>
    <ul class="facts s13" id="access">
      ${renderOpenState(subject)}
      ${places.slice(0, 5).map(
        (facility) =>
          html`<li>
            ${icons.pin}<span class="grow"
              >${places.length > 1 && html`<span class="b">${facility.name}</span>, `}<a
                href="${mapLink(facility)}"
                rel="noopener"
                >${facility.complete_address}</a
              ></span
            >
          </li>`,
      )}
    </ul>
    <div class="row wraps">
      <a class="btn p lg grow only-m" href="#times">${icons.search}${t("pages.findSlot")}</a>
      ${place && html`<a class="btn s lg" href="${mapLink(place)}" rel="noopener" aria-label="${t("pages.access")}">${icons.route}<span class="only-d">${t("pages.access")}</span></a>`}
      ${phone && html`<a class="btn s lg" href="${telephoneLink(phone)}" aria-label="${t("pages.call", { phone })}">${icons.phone}<span class="only-d">${phone}</span></a>`}
    </div>
    ${amenities.length > 0 && html`<p class="s13 ink2">${amenities.join(" · ")}</p>`}
    ${about && html`<p class="ink2 about">${about}</p>`}
  </div>`;
}

function describeField(field: PublicField, { t }: PageTexts): string {
  const parts = [
    ...(field.space ? [t(field.space === "indoor" ? "pages.covered" : "pages.outdoor")] : []),
    ...(field.lights ? [t("pages.lit")] : []),
    ...(field.heating ? [t("pages.heated")] : []),
    ...(field.bookable && field.status === "open" ? [] : [t("pages.askClub")]),
  ];
  return capitalizeFirst(parts.join(", "));
}

export const fieldPath = (club: PublicClub, field: PublicField): string => {
  const facility = club.facilities.find(({ id }) => id === field.facility_id);
  return `${clubPath(club)}/${facility?.address ?? field.facility_id}/${field.address}`;
};
export const facilityPath = (club: PublicClub, facility: Pick<PublicFacility, "address">): string =>
  `${clubPath(club)}/${facility.address}`;

function renderFromPrice({ club, texts }: PageSubject, field: PublicField): Html | false {
  const range = club.page.shows_prices && field.bookable ? findPriceRange(club, field) : undefined;
  if (!range) return false;
  const price = texts.money(range.lowest);
  return html`<span class="s13 b tnum">${range.lowest === 0 ? price : texts.t("pages.from", { price })}</span>`;
}

/** Numbered fields of one kind and price are one row, which leads to the first; the others stand on the facility's page. */
function groupFields(subject: PageSubject, fields: readonly PublicField[]): PublicField[][] {
  const { club, texts } = subject;
  const keyOf = (field: PublicField) =>
    JSON.stringify([
      field.name.replace(/ \d+$/, ""),
      field.sports.map(({ id }) => id),
      describeField(field, texts),
      findPriceRange(club, field)?.lowest,
    ]);
  return [...Map.groupBy(fields, keyOf).values()];
}

function renderFieldRow(subject: PageSubject, fields: readonly [PublicField, ...PublicField[]], path: string): Html {
  const { texts } = subject;
  const [field] = fields;
  const details = [describeField(field, texts), texts.list(field.sports.map(({ name }) => name))].filter(Boolean);
  return html`<li>
    <a class="court" href="${path}">
      ${field.image ? renderPicture(field.image, "", "64px", false) : drawCourt(field.sports[0]?.name)}
      <span class="grow"
        ><span class="b">${texts.fieldNames(fields)}</span><br /><span class="s13 ink2"
          >${details.join(" · ")}</span
        ></span
      >
      ${renderFromPrice(subject, field)} ${icons.next}
    </a>
  </li>`;
}

/** @param isWhole each field in a row of its own */
export function renderFields(subject: PageSubject, isWhole: boolean): Html {
  const { club, texts, facilities } = subject;
  const query = languageQuery(club);
  const ofFacility = (facility: PublicFacility) => {
    const own = subject.fields.filter((field) => field.facility_id === facility.id);
    const groups = isWhole ? own.map((field) => [field]) : groupFields(subject, own);
    const rows = groups.flatMap((fields) => {
      const [first] = fields;
      if (!first) return [];
      const path = fields.length > 1 ? facilityPath(club, facility) : fieldPath(club, first);
      return [renderFieldRow(subject, [first, ...fields.slice(1)], path + query)];
    });
    return html`${
        facilities.length > 1 &&
        html`<h3 class="place"><a class="link" href="${facilityPath(club, facility) + query}">${facility.name}</a></h3>`
      }
      <ul class="list">
        ${rows}
      </ul>`;
  };
  return html`<section class="card" id="fields" aria-labelledby="fields-title">
    <header>
      <h2 id="fields-title">${texts.t("pages.fields")}</h2>
      ${club.page.shows_prices && html`<a class="link s13" href="#prices">${texts.t("pages.allPrices")}</a>`}
    </header>
    ${facilities.map(ofFacility)}
  </section>`;
}

function renderPriceGroup({ texts }: PageSubject, group: PriceGroup, title: string | false): Html {
  const { t } = texts;
  const rows = group.lines.map(({ times, duration, price }) => {
    const when = times.map(({ weekdays, hours }, index) => {
      const said = hours ? `${texts.weekdays(weekdays)}, ${texts.hours(hours)}` : texts.weekdays(weekdays);
      return html`${index > 0 && html`<br />`}${said}`;
    });
    const isOther = duration !== group.duration;
    return html`<tr>
      <th scope="row">
        ${when} ${isOther && html`<span class="s12 ink3">· ${t("pages.minutes", { count: duration })}</span>`}
      </th>
      <td class="tnum b">${texts.money(price)}</td>
    </tr>`;
  });
  return html`${title !== false && html`<h3>${title}</h3>`}
    <table>
      ${rows}
    </table>`;
}

/** So many groups are read at once; those after them are one press away, without a script. */
const MAX_GROUPS = 6;

/** Everybody's prices of fields of one sport, and what they are for. */
function renderGroups(subject: PageSubject, groups: readonly PriceGroup[]): Html {
  const { t, fieldNames } = subject.texts;
  const [first] = groups;
  const render = (group: PriceGroup) => {
    const said = [
      fieldNames(group.fields),
      ...(group.duration === first?.duration ? [] : [t("pages.minutes", { count: group.duration })]),
      ...(group.priceType === first?.priceType
        ? []
        : [t(group.priceType === "user" ? "pages.priceOfPerson" : "pages.priceOfField")]),
    ];
    return renderPriceGroup(subject, group, groups.length > 1 && said.join(" · "));
  };
  const more = groups.slice(MAX_GROUPS);
  return html`${groups.slice(0, MAX_GROUPS).map(render)}
  ${
    more.length > 0 &&
    html`<details>
      <summary>${t("pages.morePrices", { count: more.length })}</summary>
      ${more.map(render)}
    </details>`
  }`;
}

/** Everybody's prices: those of the chosen sport, and those of each other one where it is opened. */
export function renderPrices(subject: PageSubject, times: FreeTimes): Html | false {
  const { club, texts } = subject;
  const { t } = texts;
  if (!club.page.shows_prices) return false;
  const sold = subject.fields.filter(({ bookable }) => bookable);
  const ofSport = (sport: { id: number } | undefined) =>
    sold.filter(({ sports }) => !sport || sports.some(({ id }) => id === sport.id));
  const nameOf = (groups: readonly PriceGroup[], sport: { name: string } | undefined) => {
    const key = groups[0]?.priceType === "user" ? "pages.pricesOfPerson" : "pages.pricesOfField";
    return t(key, { sport: sport?.name ?? texts.fieldNames(groups[0]?.fields ?? []) });
  };
  const chosen = groupPrices(club, ofSport(times.sport), times.duration);
  const others = listSports(sold)
    .filter(({ id }) => times.sport !== undefined && id !== times.sport.id)
    .map((sport) => ({ sport, groups: groupPrices(club, ofSport(sport), times.duration) }))
    .filter(({ groups }) => groups.length > 0);
  const [first] = chosen;
  if (!first && others.length === 0) return false;
  return html`<section class="card" id="prices" aria-labelledby="prices-title">
    <header>
      <h2 id="prices-title">${first ? nameOf(chosen, times.sport) : t("pages.prices")}</h2>
      ${first && html`<span class="s12 ink3">${t("pages.minutes", { count: first.duration })}</span>`}
    </header>
    <div class="rows">
      ${renderGroups(subject, chosen)}
      ${others.map(
        ({ sport, groups }) =>
          html`<details>
            <summary>
              ${nameOf(groups, sport)}
              <span class="s12 ink3">${t("pages.minutes", { count: groups[0]?.duration ?? times.duration })}</span>
            </summary>
            ${renderGroups(subject, groups)}
          </details>`,
      )}
      ${membersPayLess(club, sold) && html`<p class="s12 ink3 note">${t("pages.membersPayLess")}</p>`}
    </div>
  </section>`;
}

function renderSlots(slots: readonly Slot[], { t, hours }: PageTexts): Html {
  if (slots.length === 0) return html`<span class="b">${t("pages.closed")}</span>`;
  return html`${slots.map((slot, index) => html`${index > 0 && html`<br />`}${hours(slot)}`)}`;
}

const renderWeek = ({ texts, fields }: PageSubject, group: HoursGroup): Html =>
  html`${group.fields.length < fields.length && html`<h3>${texts.fieldNames(group.fields)}</h3>`}
    <table>
      ${group.week.map(
        ({ weekdays, slots }) =>
          html`<tr>
            <th scope="row">${texts.weekdays(weekdays)}</th>
            <td class="tnum">${renderSlots(slots, texts)}</td>
          </tr>`,
      )}
    </table>`;

function renderSpecialDays(
  { texts, fields }: PageSubject,
  special: readonly SpecialDays[],
  open: number,
): Html | false {
  const { t } = texts;
  const days = ({ from, to }: SpecialDays) =>
    capitalizeFirst(from === to ? texts.day(from) : t("kit.range", { start: texts.day(from), end: texts.day(to) }));
  return (
    special.length > 0 &&
    html`<h3>${t("pages.specialDays")}</h3>
      <table>
        ${special.map((one) => {
          const names = one.fields.length < Math.min(open, fields.length) ? [texts.fieldNames(one.fields)] : [];
          return html`<tr>
            <th scope="row">${days(one)}<br /><span class="s12 ink3">${[one.name, ...names].join(" · ")}</span></th>
            <td class="tnum">${renderSlots(one.slots, texts)}</td>
          </tr>`;
        })}
      </table>`
  );
}

export function renderHours(subject: PageSubject): Html {
  const { club, texts, fields } = subject;
  const { t } = texts;
  const groups = groupHours(club, fields);
  const open = groups.reduce((sum, group) => sum + group.fields.length, 0);
  const { isOpen } = readOpenState(club, fields);
  return html`<section class="card" id="hours" aria-labelledby="hours-title">
    <header>
      <h2 id="hours-title">${t("pages.hours")}</h2>
      <span class="badge${isOpen ? " lime" : ""}">${t(isOpen ? "pages.openNow" : "pages.closedNow")}</span>
    </header>
    <div class="rows">
      ${
        groups.length > 0
          ? html`${groups.map((group) => renderWeek(subject, group))}${renderSpecialDays(subject, listSpecialDays(club, fields, DAYS_AHEAD), open)}`
          : html`<p class="ink2 place">${t("pages.hoursNone")}</p>`
      }
    </div>
  </section>`;
}

export function renderMembership({ club, texts, fields }: PageSubject): Html {
  const { t } = texts;
  const { phone, email } = contactOf(club);
  const pays = club.page.shows_prices && membersPayLess(club, fields);
  return html`<section class="card" aria-labelledby="regular-title">
    <div class="body row">
      ${renderMark(club, true)}
      <div class="grow">
        <h2 id="regular-title">${t("pages.regular")}</h2>
        <p class="s13 ink2">${t(pays ? "pages.regularText" : "pages.regularPlain")}</p>
        ${
          club.organization.joining !== "closed" &&
          html`<p class="s13"><a class="link" href="${joinPath(club)}">${t("pages.becomeMember")}</a></p>`
        }
        ${
          (phone ?? email) &&
          html`<p class="s13">
            <a class="link" href="${email ? `mailto:${email}` : telephoneLink(phone ?? "")}"
              >${email ? t("pages.write", { email }) : t("pages.call", { phone: phone ?? "" })}</a
            >
          </p>`
        }
      </div>
    </div>
  </section>`;
}

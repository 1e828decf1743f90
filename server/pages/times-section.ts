/** Free times as links: sports, days and durations; each start with how many fields are free, and the price. */
import { html, type Html } from "#server/kit/http/html.ts";
import { lowestTotal } from "#server/availability/slots-rules.ts";
import { capitalizeFirst, type PageTexts } from "./texts.ts";
import { icons } from "./icons.ts";
import { languageQuery, SOURCE_MARK } from "./layout.ts";
import type { FreeStart, FreeTimes } from "./free-times.ts";
import type { PublicClub } from "./public-club.ts";

type LinkParameters = Readonly<Record<string, string | undefined>>;

export interface TimesSection {
  club: PublicClub;
  texts: PageTexts;
  times: FreeTimes;
  /** Path of the page that shows them: links of days stay there. */
  path: string;
  /** Path of the page with all times of a day. */
  findPath: string;
  /** All starts, and not only a part of the day. */
  isWhole: boolean;
  /** `HH:MM`, of the start that is looked at. */
  chosen?: string | undefined;
  /** Parameters of links that stay on the page, and of those that lead to all times. */
  here?: LinkParameters;
  away?: LinkParameters;
  /** Links to all times open a window: the page is framed by another site. */
  opensWindow?: boolean;
  /** When the next free start is, where the day has none. */
  nextFree?: string | undefined;
}

const EVENING = "18:00";
const SHOWN_STARTS = 8;

export const timeOf = (start: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(start)
    .toZonedDateTimeISO(timezone)
    .toPlainTime()
    .toString({ smallestUnit: "minute" });

/** Address with what is asked for; what is usual is left out. */
export function timesLink(
  { club, times, path: own, here, away, opensWindow }: TimesSection,
  path: string,
  changes: Record<string, string | number | undefined>,
): string {
  const asked = {
    lang: languageQuery(club) === "" ? undefined : club.language,
    sport: times.sport && times.sport.id !== times.sports[0]?.id ? times.sport.id : undefined,
    date: times.date === times.today ? undefined : times.date,
    duration: times.duration,
    ...(path === own ? here : away),
    ...changes,
  };
  const query = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return (query.length > 0 ? `${path}?${query.join("&")}` : path) + (opensWindow === true ? "" : SOURCE_MARK);
}

const linkKind = ({ opensWindow }: TimesSection): Html =>
  opensWindow === true ? html`target="_blank" rel="nofollow noopener"` : html`rel="nofollow"`;

function renderSports(section: TimesSection): Html | false {
  const { times, path, texts } = section;
  if (times.sports.length < 2) return false;
  return html`<nav class="tabs" aria-label="${texts.t("pages.sport")}">
    ${times.sports.map(
      ({ id, name }) =>
        html`<a
          href="${timesLink(section, path, { sport: id, duration: undefined })}#times"
          rel="nofollow"
          ${id === times.sport?.id && html`aria-current="true"`}
          >${name}</a
        >`,
    )}
  </nav>`;
}

function renderDays(section: TimesSection): Html {
  const { times, path, texts } = section;
  const { t } = texts;
  const step = (date: string | undefined, label: string, icon: Html) =>
    date !== undefined &&
    html`<a
      class="step"
      href="${timesLink(section, path, { date: date === times.today ? undefined : date })}#times"
      rel="nofollow"
      >${icon}<span class="sr">${label}</span></a
    >`;
  return html`<nav class="days" aria-label="${t("pages.day")}">
    ${step(times.earlier, t("pages.earlierDays"), icons.previous)}
    ${times.days.map(
      (date) =>
        html`<a
          href="${timesLink(section, path, { date: date === times.today ? undefined : date })}#times"
          rel="nofollow"
          ${date === times.date && html`aria-current="date"`}
          ><span aria-hidden="true">${date === times.today ? t("pages.today") : texts.shortDay(date)}</span
          ><b class="tnum" aria-hidden="true">${Number(date.slice(8))}</b><span class="sr">${texts.day(date)}</span></a
        >`,
    )}
    ${step(times.later, t("pages.laterDays"), icons.next)}
  </nav>`;
}

function renderDurations(section: TimesSection): Html | false {
  const { times, path, texts } = section;
  if (times.durations.length < 2) return false;
  return html`<nav class="seg" aria-label="${texts.t("pages.duration")}">
    ${times.durations.map((duration) => {
      const isChosen = duration === times.duration;
      const label = texts.t("pages.minutes", { count: duration });
      return html`<a
        href="${timesLink(section, path, { duration })}#times"
        rel="nofollow"
        ${isChosen && html`aria-current="true"`}
        aria-label="${label}"
        >${isChosen ? label : duration}</a
      >`;
    })}
  </nav>`;
}

function renderStart(section: TimesSection, { start, free }: FreeStart): Html {
  const { club, times, texts, findPath, chosen } = section;
  const { t } = texts;
  const time = texts.dates(times.timezone).time(start);
  if (!free) return html`<span class="slot full"><b class="tnum">${time}</b><span>${t("pages.full")}</span></span>`;
  const price = club.page.shows_prices ? texts.money(lowestTotal(free, 1)) : undefined;
  const wall = timeOf(start, times.timezone);
  const count = free.free;
  return html`<a
    class="slot"
    href="${timesLink(section, findPath, { time: wall })}#chosen"
    ${linkKind(section)}
    ${wall === chosen && html`aria-current="true"`}
    ><b class="tnum">${time}</b
    ><span aria-hidden="true"
      >${price ? t("pages.countAndPrice", { count, price }) : t("pages.countFree", { count })}</span
    ><span class="sr"
      >${price ? t("pages.startFree", { count, price }) : t("pages.startFreeNoPrice", { count })}</span
    ></a
  >`;
}

/** The evening where it has enough, else the last ones of the day. */
function pickShown({ times, isWhole }: TimesSection): { starts: FreeStart[]; isEvening: boolean } {
  if (isWhole) return { starts: times.starts, isEvening: false };
  const evening = times.starts.filter(({ start }) => timeOf(start, times.timezone) >= EVENING);
  if (evening.some(({ free }) => free)) return { starts: evening.slice(0, SHOWN_STARTS), isEvening: true };
  const first = times.starts.findIndex(({ free }) => free);
  return { starts: first < 0 ? [] : times.starts.slice(first, first + SHOWN_STARTS), isEvening: false };
}

function renderStarts(section: TimesSection, starts: readonly FreeStart[]): Html {
  const { t } = section.texts;
  if (starts.some(({ free }) => free))
    return html`<div class="slots">${starts.map((start) => renderStart(section, start))}</div>`;
  return html`<p class="ink2">
    ${section.nextFree ? t("pages.noTimesNext", { when: section.nextFree }) : t("pages.noTimes")}
  </p>`;
}

function describeCaption({ club, times, texts }: TimesSection): string {
  const isByPerson = times.starts.some(({ free }) => free?.offers.some(({ priceType }) => priceType === "user"));
  return texts.t(
    !club.page.shows_prices ? "pages.captionCount" : isByPerson ? "pages.captionPerson" : "pages.captionField",
  );
}

export function renderTimes(section: TimesSection): Html {
  const { times, texts, findPath, isWhole } = section;
  const { t } = texts;
  const { starts, isEvening } = pickShown(section);
  const title =
    isEvening && times.date === times.today
      ? t("pages.freeTonight")
      : t("pages.freeOn", { day: texts.day(times.date) });
  return html`<section class="card" id="times" aria-labelledby="times-title">
    ${renderSports(section)}
    <div class="body stack">
      ${renderDays(section)}
      <div class="row between wraps">
        <h2 id="times-title">${capitalizeFirst(title)}</h2>
        ${renderDurations(section)}
      </div>
      ${renderStarts(section, starts)}
      <div class="row s12 ink3 between wraps">
        <span>${describeCaption(section)}</span>
        ${
          !isWhole &&
          html`<a class="link s13" href="${timesLink(section, findPath, {})}" ${linkKind(section)}
            >${t("pages.wholeDayTimes")}</a
          >`
        }
      </div>
    </div>
  </section>`;
}

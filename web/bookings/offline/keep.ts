/** Keeps in this browser what the offline page shows: one's next bookings and, where it is switched on, the desk's day. */
import { keptMessageFiles } from "virtual:message-files";
import { bookings, MAX_KEPT_BOOKINGS } from "#contract/bookings.ts";
import { cacheNames, storageKeys } from "#contract/personal-data.ts";
import { participants } from "#contract/participants.ts";
import { planning } from "#contract/planning.ts";
import { call } from "#web/kit/data/api.ts";
import { keepAnswer, type OfflineAnswers, type OfflineGame } from "./offline-answers.ts";
import { isTeamMember, loadMembership, loadUser, platformScopeId, readRememberedScope } from "#web/kit/data/scope.ts";
import { token } from "#web/kit/data/session.ts";
import { readLocalStorage } from "#web/kit/data/use-local-storage.ts";
import { language } from "#web/kit/format/translation.ts";
import { searchFromText } from "#web/views/planning-search.ts";
import { localDate } from "#messages/dates.ts";

const DAY_MS = 86_400_000;
const quiet = { quiet: true } as const;

/** Today and tomorrow as the planning was last looked at here; undefined where nobody of the team has asked for it. */
async function readDay(): Promise<OfflineAnswers["day"] | undefined> {
  const organizationId = readRememberedScope();
  if (readLocalStorage(storageKeys.keptDay) !== (await loadUser()).id) return undefined;
  if (organizationId === null || organizationId === platformScopeId) return undefined;
  const membership = await loadMembership(organizationId);
  if (!isTeamMember({ membership, isPlatform: false }) || !membership.permissions.includes(planning.read.allow))
    return undefined;
  const { facilityId } = searchFromText(readLocalStorage(`${storageKeys.planningView}${organizationId}`));
  const dates = [localDate(Date.now()), localDate(Date.now() + DAY_MS)] as const;
  const query = { facilityId, from: dates[0], to: dates[1] };
  const { fields, events } = (await call(planning.read, { params: { organizationId }, query }, quiet)).data;
  return {
    ...{ organization: membership.name, dates },
    fields: fields.map(({ id, name, facilityName, timezone }) => ({ id, name, facilityName, timezone })),
    // Nothing of prices and payments is kept.
    events: events.map(({ fieldId, startTime, endTime, kind, name, status, creator, people }) => ({
      ...{ fieldId, startTime, endTime, kind, name, status, creator, people },
    })),
  };
}

/** Those in which one plays and that take place; undefined for none, of which nothing is kept. */
async function readGames(): Promise<OfflineGame[] | undefined> {
  const { data } = await call(participants.own, undefined, quiet);
  const games = data
    .filter(({ state, booking }) => state === "accepted" && booking === "takes_place")
    .slice(0, MAX_KEPT_BOOKINGS)
    .map(({ id, organizer, organization, sport, field, facility, startTime, endTime, timezone, share }) => ({
      ...{ id, organizer, organization, sport, field, facility, startTime, endTime, timezone },
      share: share && { amount: share.amount, currency: share.currency },
    }));
  return games.length > 0 ? games : undefined;
}

/**
 * @param hasGames false where nothing was done that changes in which bookings one plays: they are read from all clubs
 * @throws ApiError
 */
export async function keepAnswers(hasGames: boolean): Promise<void> {
  const used = token.get();
  if (used === null) return;
  // The page that shows the answers needs them.
  const cache = await caches.open(cacheNames.offlinePage);
  const texts = keptMessageFiles[language()];
  if (!(await cache.match(texts))) await cache.add(texts);
  await keepAnswer("bookings", (await call(bookings.upcoming, undefined, quiet)).data, used);
  if (hasGames) await keepAnswer("games", await readGames(), used);
  await keepAnswer("day", await readDay(), used);
}

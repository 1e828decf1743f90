/** Makes a club in one transaction, by the endpoints that its parts have anyway. */
import type * as z from "zod/mini";
import { facilities } from "#contract/facilities.ts";
import { FacilityDraft } from "#contract/facility-shape.ts";
import { usualMaxPeople } from "#contract/fields-people-rules.ts";
import { FieldDraft, fields } from "#contract/fields.ts";
import { hours, OpeningHourPatternDraft } from "#contract/hours.ts";
import type { Returns, Schema } from "#contract/kit.ts";
import { OrganizationDraft } from "#contract/organization-shape.ts";
import { organizations } from "#contract/organizations.ts";
import { OWNER_ROLE_ID } from "#contract/permissions.ts";
import { Plan, PricePatternDraft, prices } from "#contract/prices.ts";
import { SETUP_DURATIONS, type setup } from "#contract/setup.ts";
import {
  listCourtNames,
  listSetupTimeslots,
  listSetupWeek,
  priceOfDuration,
  priceOfSport,
  readSetupAnswers,
} from "#contract/setup-rules.ts";
import { listWeekdays } from "#messages/dates.ts";
import { lookUpPlace, type PlaceLookup } from "#server/facilities/address.ts";
import { insertFacility } from "#server/facilities/create.ts";
import { createField } from "#server/fields/create.ts";
import { createHoursPattern } from "#server/hours/change.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import { parseInput } from "#server/kit/http/parse-input.ts";
import { prefetch, type Call } from "#server/kit/http/serve-module.ts";
import { addMember } from "#server/members/add-member.ts";
import { createOrganization } from "#server/organizations/create.ts";
import { createPricePattern } from "#server/prices/change.ts";
import { listSports } from "#server/sports/queries.ts";

/** @throws HttpError 422 where a part does not take what follows from the answers */
const parseDraft = <S extends Schema>(schema: S, draft: object) => parseInput(schema, draft) as z.output<S>;

type SentCall = Call<typeof setup.create>;
type SetupCall = Omit<SentCall, "body"> & { body: ReturnType<typeof readSetupAnswers<SentCall["body"]>> };
type Club = Returns<typeof setup.create>;

async function readSportNames({ db, language, body }: SetupCall) {
  const names = new Map((await listSports(db, language)).map(({ id, name }) => [id, name]));
  if (body.courts.some(({ sportId }) => !names.has(sportId)))
    throw invalidFields({ courts: [message("sports.unknown")] });
  return (sportId: number) => names.get(sportId) ?? "";
}

/** As the grid keeps names, without no-break spaces: its prices refer to timeslots and plans by name. */
const toGridName = (text: string) => Plan.shape.name.parse(text);

function draftTimes({ body, t, language }: SetupCall) {
  const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const timeslots = listSetupTimeslots(body.prices.peaks, body.hours, {
    weekdays: (weekdays) => toGridName(capitalize(listWeekdays(language, weekdays))),
    from: (weekdays, time) => toGridName(t("setup.fromTime", { weekdays, time })),
  });
  const plans = SETUP_DURATIONS.map((duration) => ({
    name: toGridName(t("setup.minutes", { count: duration })),
    duration,
  }));
  return { timeslots, plans };
}

/**
 * Creates one pattern for all courts; where sports have prices of their own, one for each of these, and one for the others.
 * @returns the pattern's id by sport
 */
async function createPrices(context: RequestContext, call: SetupCall, nameOf: (sportId: number) => string) {
  const { body, t } = call;
  const { timeslots, plans } = draftTimes(call);
  const create = async (name: string, sportId: number) => {
    const draft = {
      ...{ name, plans },
      timeslots: timeslots.map(({ peak: _peak, ...timeslot }) => timeslot),
      details: timeslots.flatMap(({ name: timeslot, peak }) =>
        plans.map(({ name: plan, duration }) => ({
          ...{ timeslot, plan },
          price: priceOfDuration(priceOfSport(body.prices, sportId, peak), duration),
        })),
      ),
    };
    const checked = parseDraft(PricePatternDraft, draft);
    return (await invokeEndpoint(context, prices.create, createPricePattern, { body: checked })).id;
  };
  const own = new Map<number, string>();
  for (const { sportId } of body.prices.sports) own.set(sportId, await create(nameOf(sportId), sportId));
  const others = body.courts.find(({ sportId }) => !own.has(sportId));
  const rest = others && (await create(t(own.size === 0 ? "setup.patternName" : "setup.otherCourts"), others.sportId));
  return (sportId: number) => own.get(sportId) ?? rest ?? "";
}

async function insertClub(call: SetupCall, lookup: PlaceLookup): Promise<Club> {
  const { body, t, record } = call;
  const nameOf = await readSportNames(call);
  const courts = listCourtNames(body.courts, nameOf);
  const { name, countryId, timezone, placeId, address } = body;
  const organization = await invokeEndpoint(call, organizations.create, createOrganization, {
    body: parseDraft(OrganizationDraft, { name, countryId, type: "club" }),
  });
  // The caller may create organizations, so administers the platform: the access holds in the new one.
  const context: RequestContext = { ...call, organizationId: organization.id };
  if (body.isOwner)
    await addMember(context, {
      ...{ organizationId: organization.id, userId: call.user.id },
      role: { id: OWNER_ROLE_ID, type: "admin" },
    });
  const facility = await invokeEndpoint(context, facilities.create, (inner) => insertFacility(inner, lookup), {
    body: parseDraft(FacilityDraft, { name, placeId, address, timezone }),
  });
  const pattern = await invokeEndpoint(context, hours.create, createHoursPattern, {
    body: parseDraft(OpeningHourPatternDraft, {
      name: t("setup.patternName"),
      hours: listSetupWeek(body.hours),
    }),
  });
  const pricesOf = await createPrices(context, call, nameOf);
  const made: Club["fields"] = [];
  for (const court of courts) {
    const field = await invokeEndpoint(context, fields.create, createField, {
      body: parseDraft(FieldDraft, {
        ...{ name: court.name, space: court.space, sportIds: [court.sportId], bookable: true },
        maxPeopleByEvent: usualMaxPeople([court.sportId]),
        ...{ facilityId: facility.id, openingHourPatternId: pattern.id, pricePatternIds: [pricesOf(court.sportId)] },
      }),
    });
    made.push({ id: field.id, name: field.name });
  }
  record({ organizationId: organization.id, subjectId: organization.id, after: { courts: courts.length } });
  return { organization: { id: organization.id, name }, facility: { id: facility.id, name }, fields: made };
}

export const createClub = prefetch(
  (call: SentCall) => lookUpPlace(call, call.body),
  (call: SentCall, lookup) => insertClub({ ...call, body: readSetupAnswers(call.body) }, lookup),
);

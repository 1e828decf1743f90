/** What imports and their columns are called. */
import type { ImportState, ImportTarget } from "#contract/imports.ts";
import type { Tone } from "#web/kit/badge.tsx";
import type { Translate } from "#web/kit/words.ts";
import type { WordKey } from "#words/keys.ts";

export const stateLabels = {
  draft: "imports.stateDraft",
  waiting: "imports.stateWaiting",
  running: "imports.stateRunning",
  done: "imports.stateDone",
  failed: "imports.stateFailed",
  canceled: "imports.stateCanceled",
} as const satisfies Record<ImportState, WordKey>;

export const stateTones: Record<ImportState, Tone> = {
  draft: "gray",
  waiting: "blue",
  running: "blue",
  done: "lime",
  failed: "rose",
  canceled: "rose",
};

/** Whether it waits for its turn, or works. */
export const isUnderWay = (state: ImportState | undefined): boolean => state === "waiting" || state === "running";

/** The targets without which there is nothing to import. */
export const neededTargets = ["facilityName", "fieldName"] as const satisfies readonly ImportTarget[];

const ofFacility = "facilities.one";
const ofField = "fields.one";
const labels = {
  facilityExternalId: [ofFacility, "imports.externalId"],
  facilityName: [ofFacility, "facilities.name"],
  facilityDescription: [ofFacility, "facilities.description"],
  addressLine1: [ofFacility, "places.line1"],
  postalCode: [ofFacility, "places.postalCode"],
  city: [ofFacility, "places.city"],
  latitude: [ofFacility, "imports.latitude"],
  longitude: [ofFacility, "imports.longitude"],
  parkingPlace: [ofFacility, "facilities.parkingPlace"],
  bicycleParkingPlace: [ofFacility, "facilities.bicycleParkingPlace"],
  changingRoom: [ofFacility, "facilities.changingRoom"],
  restroom: [ofFacility, "facilities.restroom"],
  shower: [ofFacility, "facilities.shower"],
  restaurant: [ofFacility, "facilities.restaurant"],
  shop: [ofFacility, "facilities.shop"],
  fieldExternalId: [ofField, "imports.externalId"],
  fieldName: [ofField, "fields.name"],
  fieldDescription: [ofField, "fields.description"],
  sports: [ofField, "fields.sports"],
  space: [ofField, "fields.space"],
  status: [ofField, "fields.status"],
  confidentiality: [ofField, "fields.confidentiality"],
  bookable: [ofField, "fields.bookable"],
  lights: [ofField, "fields.lights"],
  handicapAccess: [ofField, "fields.handicapAccess"],
  airConditioning: [ofField, "fields.airConditioning"],
  heating: [ofField, "fields.heating"],
  minPeopleByEvent: [ofField, "fields.minPeople"],
  maxPeopleByEvent: [ofField, "fields.maxPeople"],
  seatsStands: [ofField, "fields.seats"],
} as const satisfies Record<ImportTarget, readonly [thing: WordKey, name: WordKey]>;

/** "Field: Sports", and the thing that it belongs to. */
export function targetLabel(t: Translate, target: ImportTarget): { label: string; group: string } {
  const [thing, name] = labels[target];
  return { label: t("imports.targetOf", { thing: t(thing), name: t(name) }), group: t(thing) };
}

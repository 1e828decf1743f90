import { amenities } from "#contract/facility-shape.ts";
import { comforts } from "#contract/fields.ts";
import type { FileEncoding, imports, ImportState, ImportTarget } from "#contract/imports.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";
import type { Translate } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

/** Lists the imports of one kind. */
export type ImportList =
  | typeof imports.list
  | typeof imports.listBookings
  | typeof imports.listCustomers
  | typeof imports.listPacks
  | typeof imports.listSubscriptions;

export const stateLabels = {
  draft: "imports.stateDraft",
  waiting: "imports.stateWaiting",
  running: "imports.stateRunning",
  done: "imports.stateDone",
  failed: "imports.stateFailed",
  canceled: "imports.stateCanceled",
  undoing: "imports.stateUndoing",
  undone: "imports.stateUndone",
} as const satisfies Record<ImportState, MessageKey>;

export const stateTones: Record<ImportState, Tone> = {
  draft: "gray",
  waiting: "blue",
  running: "blue",
  done: "lime",
  failed: "rose",
  canceled: "rose",
  undoing: "blue",
  undone: "gray",
};

export const encodingLabels = {
  "utf-8": "imports.encodingUtf8",
  "utf-16le": "imports.encodingUtf16le",
  "utf-16be": "imports.encodingUtf16be",
  "windows-1252": "imports.encodingWindows1252",
  "iso-8859-15": "imports.encodingIso885915",
  "windows-1250": "imports.encodingWindows1250",
  macintosh: "imports.encodingMacintosh",
} as const satisfies Record<FileEncoding, MessageKey>;

const statesInProgress = new Set<ImportState | undefined>(["waiting", "running", "undoing"]);
export const isInProgress = (state: ImportState | undefined): boolean => statesInProgress.has(state);

export const requiredTargets = ["facilityName", "fieldName"] as const satisfies readonly ImportTarget[];

const facilityLabel = "facilities.one";
const fieldLabel = "fields.one";
const eachOf = <K extends string, const L extends readonly [thing: MessageKey, name: MessageKey]>(
  names: readonly K[],
  labelOf: (name: K) => L,
) => Object.fromEntries(names.map((name) => [name, labelOf(name)])) as Record<K, L>;
const targetLabels = {
  facilityExternalId: [facilityLabel, "imports.externalId"],
  facilityName: [facilityLabel, "facilities.name"],
  facilityDescription: [facilityLabel, "facilities.description"],
  addressLine1: [facilityLabel, "places.line1"],
  postalCode: [facilityLabel, "places.postalCode"],
  city: [facilityLabel, "places.city"],
  latitude: [facilityLabel, "imports.latitude"],
  longitude: [facilityLabel, "imports.longitude"],
  parkingPlace: [facilityLabel, "facilities.parkingPlace"],
  bicycleParkingPlace: [facilityLabel, "facilities.bicycleParkingPlace"],
  ...eachOf(amenities, (name) => [facilityLabel, `facilities.${name}`]),
  fieldExternalId: [fieldLabel, "imports.externalId"],
  fieldName: [fieldLabel, "fields.name"],
  fieldDescription: [fieldLabel, "fields.description"],
  sports: [fieldLabel, "fields.sports"],
  sportFamily: [fieldLabel, "imports.sportFamily"],
  space: [fieldLabel, "fields.space"],
  status: [fieldLabel, "fields.status"],
  confidentiality: [fieldLabel, "fields.confidentiality"],
  bookable: [fieldLabel, "fields.bookable"],
  ...eachOf(comforts, (name) => [fieldLabel, `fields.${name}`]),
  minPeopleByEvent: [fieldLabel, "fields.minPeople"],
  maxPeopleByEvent: [fieldLabel, "fields.maxPeople"],
  seatsStands: [fieldLabel, "fields.seats"],
} as const satisfies Record<ImportTarget, readonly [thing: MessageKey, name: MessageKey]>;

export function targetLabel(t: Translate, target: ImportTarget): { label: string; group: string } {
  const [thing, name] = targetLabels[target];
  return { label: t("imports.targetOf", { thing: t(thing), name: t(name) }), group: t(thing) };
}

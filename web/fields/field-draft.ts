/** A field as its form holds it. */
import * as z from "zod/mini";
import { confidentialities, type Field, FieldDraft, fieldStatuses, inOrder } from "#contract/fields.ts";
import { ChosenPhotos } from "#web/files/upload-photo.ts";
import type { Initial } from "#web/kit/form.tsx";

/** Nothing typed: as the organization has it. */
const orDefault = z.transform((given: unknown) => (given === "" || given === null ? undefined : given));

export const FieldFormDraft = z
  .strictObject({
    ...FieldDraft.shape,
    cancellationDeadline: z.pipe(orDefault, z.optional(z.int().check(z.gte(0), z.lte(8760)))),
    photos: ChosenPhotos,
  })
  .check(inOrder("minPeopleByEvent", "maxPeopleByEvent"));
export type FieldFormDraft = z.output<typeof FieldFormDraft>;

/** The defaults, and the first of each enumeration. */
export const blankField = {
  name: "",
  description: "",
  parentId: "",
  status: fieldStatuses[0],
  confidentiality: confidentialities[0],
  bookable: false,
  space: null,
  lights: null,
  handicapAccess: null,
  airConditioning: null,
  heating: null,
  minPeopleByEvent: 1,
  maxPeopleByEvent: 99,
  seatsStands: null,
  startStep: 30,
  turnaround: 0,
  cancellationDeadline: "",
  openingHourPatternId: null,
} as const;
/** What there is to edit of one that exists. */
export function filledWith({ facility, sports, ...field }: Field): Initial<typeof FieldFormDraft> {
  const { name, description, parentId, status, confidentiality, bookable, space, lights, heating } = field;
  const { handicapAccess, airConditioning, minPeopleByEvent, maxPeopleByEvent, seatsStands } = field;
  const { turnaround, approval, cancellationDeadline } = field;
  return {
    ...{ name, description, parentId, status, confidentiality, bookable, space, lights, heating },
    ...{ handicapAccess, airConditioning, minPeopleByEvent, maxPeopleByEvent, seatsStands },
    ...{ turnaround, approval, cancellationDeadline },
    // One of ours: nothing else was ever accepted.
    startStep: field.startStep as 30,
    facilityId: facility.id,
    sportIds: sports.map(({ id }) => id),
    // Unknown on the platform, and left alone there.
    ...(field.openingHourPattern !== undefined && { openingHourPatternId: field.openingHourPattern?.id ?? null }),
    ...(field.pricePatterns && { pricePatternIds: field.pricePatterns.map(({ id }) => id) }),
  };
}

/** A field as its form holds it. */
import * as z from "zod/mini";
import {
  comforts,
  confidentialities,
  type Field,
  FieldDraft,
  fieldStatuses,
  minNotAboveMax,
} from "#contract/fields.ts";
import { ChosenPhotos } from "#web/files/upload-photo.ts";
import { eachOf, formMembers, notInForm } from "#web/kit/form/form-members.ts";

/** Nothing typed: as the organization has it. */
const emptyToUndefined = z.transform((value: unknown) => (value === "" || value === null ? undefined : value));

export const FieldFormDraft = z
  .strictObject({
    ...FieldDraft.shape,
    cancellationDeadline: z.pipe(emptyToUndefined, z.optional(z.int().check(z.gte(0), z.lte(8760)))),
    photos: ChosenPhotos,
  })
  .check(minNotAboveMax("minPeopleByEvent", "maxPeopleByEvent"));
export type FieldFormDraft = z.output<typeof FieldFormDraft>;

/** How the form holds a field; a new one has the defaults, and the first of each enumeration. */
export const fieldForm = formMembers<z.input<typeof FieldDraft>, Field>({
  name: { blank: "" },
  description: { blank: "" },
  parentId: { blank: "" },
  facilityId: { from: ({ facility }) => facility.id },
  status: { blank: fieldStatuses[0] },
  confidentiality: { blank: confidentialities[0] },
  bookable: { blank: false },
  space: { blank: null },
  ...eachOf(comforts, { blank: null }),
  minPeopleByEvent: { blank: 1 },
  maxPeopleByEvent: { blank: 99 },
  seatsStands: { blank: null },
  sportIds: { blank: [], from: ({ sports }) => sports.map(({ id }) => id) },
  // One of ours: nothing else was ever accepted.
  startStep: { blank: 30, from: ({ startStep }) => startStep as 30 },
  turnaround: { blank: 0 },
  // The default is the organization's.
  approval: {},
  cancellationDeadline: { blank: "" },
  // Unknown on the platform, and left alone there.
  openingHourPatternId: {
    blank: null,
    from: ({ openingHourPattern }) => (openingHourPattern === undefined ? undefined : (openingHourPattern?.id ?? null)),
  },
  pricePatternIds: { from: ({ pricePatterns }) => pricePatterns?.map(({ id }) => id) },
  organizationId: notInForm("asked for on the platform alone, of a new one"),
});

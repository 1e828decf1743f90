import * as z from "zod/mini";
import { DEFAULT_MAX_PEOPLE } from "#contract/fields-people-rules.ts";
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

export const FieldFormDraft = z
  .strictObject({
    ...FieldDraft.shape,
    photos: ChosenPhotos,
  })
  .check(minNotAboveMax("minPeopleByEvent", "maxPeopleByEvent"));
export type FieldFormDraft = z.output<typeof FieldFormDraft>;

export const fieldForm = formMembers<z.input<typeof FieldDraft>, Field>({
  name: { blank: "" },
  description: { blank: "" },
  parentId: { blank: "" },
  facilityId: { from: ({ facility }) => facility.id },
  status: { blank: fieldStatuses[0] },
  confidentiality: { blank: confidentialities[0] },
  bookable: { blank: false },
  slug: { blank: "" },
  isPublished: { blank: true },
  space: { blank: null },
  ...eachOf(comforts, { blank: null }),
  minPeopleByEvent: { blank: 1 },
  maxPeopleByEvent: { blank: DEFAULT_MAX_PEOPLE },
  seatsStands: { blank: null },
  sportIds: { blank: [], from: ({ sports }) => sports.map(({ id }) => id) },
  // The contract accepts no other steps.
  startStep: { blank: 30, from: ({ startStep }) => startStep as 30 },
  turnaround: { blank: 0 },
  // The organization has the default.
  approval: {},
  cancellationDeadline: { blank: null },
  // The platform does not know the patterns and leaves them unchanged.
  openingHourPatternId: {
    blank: null,
    from: ({ openingHourPattern }) => (openingHourPattern === undefined ? undefined : (openingHourPattern?.id ?? null)),
  },
  pricePatternIds: { from: ({ pricePatterns }) => pricePatterns?.map(({ id }) => id) },
  organizationId: notInForm("asked for on the platform alone, of a new one"),
});

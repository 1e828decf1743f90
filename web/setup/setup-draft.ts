import * as z from "zod/mini";
import { countryCodeOf, FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { Body } from "#contract/kit.ts";
import {
  isFewEnough,
  isPeakOpen,
  isWeekEndInTime,
  isWeekendEndInTime,
  MAX_SETUP_PRICE,
  setupMembers,
  type setup,
} from "#contract/setup.ts";
import { wallTime } from "#contract/hours.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";

const emptyToNull = z.transform((value: unknown) => (value === "" || value === undefined ? null : value));
const amount = z.number().check(z.gte(0), z.lte(Math.floor(MAX_SETUP_PRICE / 100)));
const optionalAmount = z.pipe(emptyToNull, z.nullable(amount));

/** The contract's draft with amounts in units of the currency. */
export const SetupFormDraft = z
  .strictObject({
    ...setupMembers,
    prices: z.strictObject({ normal: amount, peak: optionalAmount, peakFrom: wallTime, weekend: optionalAmount }),
  })
  .check(isFewEnough, isPeakOpen, isWeekEndInTime, isWeekendEndInTime);
export type SetupFormDraft = z.output<typeof SetupFormDraft>;

export type SetupCourtRow = SetupFormDraft["courts"][number];

export const blankSetup = {
  name: "",
  isOwner: true,
  countryId: FRANCE_ID,
  placeId: "manual:",
  address: { line1: "", postalCode: "", city: "", countryCode: countryCodeOf(FRANCE_ID) ?? "FR" },
  timezone: null,
  courts: [] as SetupCourtRow[],
  hours: {
    week: { start: "08:00", end: "22:00" },
    weekend: { start: "09:00", end: "20:00" },
    isWeekendOpen: true,
  },
  prices: { normal: 20, peak: 28, peakFrom: "17:00", weekend: "" },
};

const optionalMinorUnits = (units: number | null) => (units === null ? null : toMinorUnits(units));

export const toSetupPrices = ({ normal, peak, peakFrom, weekend }: SetupFormDraft["prices"]) => ({
  normal: toMinorUnits(normal),
  peak: optionalMinorUnits(peak),
  peakFrom,
  weekend: optionalMinorUnits(weekend),
});

export const toSetupBody = ({ prices, ...draft }: SetupFormDraft): Body<typeof setup.create> => ({
  ...draft,
  prices: toSetupPrices(prices),
});

import * as z from "zod/mini";
import { countryCodeOf, FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { Body } from "#contract/kit.ts";
import { fitTogether, MAX_SETUP_PRICE, setupMembers, setupPrices, type setup } from "#contract/setup.ts";
import type { SetupPrices } from "#contract/setup-rules.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";

/** The contract's draft with amounts in units of the currency. */
export const SetupFormDraft = z
  .strictObject({
    ...setupMembers,
    prices: setupPrices(z.number().check(z.gte(0), z.lte(Math.floor(MAX_SETUP_PRICE / 100)))),
  })
  .check(fitTogether);
export type SetupFormDraft = z.output<typeof SetupFormDraft>;

type Filled = z.input<typeof SetupFormDraft>;
export type SetupCourtRow = SetupFormDraft["courts"][number];
export type SetupHoursRow = Filled["hours"][number];
/** Emptied inputs hold empty texts. */
export type SetupPeakRow = NonNullable<Filled["prices"]["peaks"]>[number];
export type SetupSportRow = SetupFormDraft["prices"]["sports"][number];
export type SetupPricesInput = { normal: number; peaks: readonly SetupPeakRow[]; sports: readonly SetupSportRow[] };

const [workdays, weekend] = [
  [1, 2, 3, 4, 5],
  [6, 7],
];

export const blankSetup = {
  name: "",
  isOwner: true,
  countryId: FRANCE_ID,
  placeId: "manual:",
  address: { line1: "", postalCode: "", city: "", countryCode: countryCodeOf(FRANCE_ID) ?? "FR" },
  timezone: null,
  courts: [] as SetupCourtRow[],
  hours: [
    { weekdays: workdays, start: "08:00", end: "22:00" },
    { weekdays: weekend, start: "09:00", end: "20:00" },
  ],
  prices: {
    normal: 20,
    peaks: [{ weekdays: workdays, start: "17:00", end: null, price: 28 }] as SetupPeakRow[],
    sports: [] as SetupSportRow[],
  },
};

/** The next price of its own: that of the weekend, which most clubs ask for first. */
export const nextPeak = { weekdays: weekend, start: null, end: null, price: null } satisfies SetupPeakRow;

const optionalMinorUnits = (units: number | null | undefined) =>
  typeof units === "number" ? toMinorUnits(units) : null;

export const toSetupPrices = ({ normal, peaks, sports }: SetupFormDraft["prices"]): SetupPrices => ({
  normal: toMinorUnits(normal),
  peaks: peaks.map((peak) => ({ ...peak, price: optionalMinorUnits(peak.price) })),
  sports: sports.map((own) => ({
    sportId: own.sportId,
    normal: toMinorUnits(own.normal),
    peaks: own.peaks.map(optionalMinorUnits),
  })),
});

export const toSetupBody = ({ prices, ...draft }: SetupFormDraft): Body<typeof setup.create> => ({
  ...draft,
  prices: toSetupPrices(prices) as Body<typeof setup.create>["prices"],
});

/** Amounts as forms have them, in units of the currency (18.50), and as the contract has them, in minor units (cents, 1850). */
export const toMinorUnits = (units: number): number => Math.round(units * 100);

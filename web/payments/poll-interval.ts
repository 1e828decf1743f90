/** How often a page asks what became of a payment: often at first, since most results arrive within seconds. */
const FIRST_MS = 2500;
const LATER_MS = 10_000;
const FIRST_COUNT = 8;

interface Answers {
  dataUpdateCount: number;
  errorUpdateCount: number;
}

/** @returns milliseconds until the next question */
export const findPollInterval = ({ dataUpdateCount, errorUpdateCount }: Answers): number =>
  dataUpdateCount + errorUpdateCount < FIRST_COUNT ? FIRST_MS : LATER_MS;

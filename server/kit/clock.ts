/** The one source of "now". Tests set it; nothing else in the product asks the machine. */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Usual numbers of people on a court, by sport. Pure. */

/** A court of any sport, and one of many. */
export const DEFAULT_MAX_PEOPLE = 99;

/** Ids of sports, as in `sports`: both sides together, without substitutes. */
const playersBySport: Readonly<Record<number, number>> = {
  1: 4, // Tennis
  2: 4, // Padel
  3: 22, // Football
  4: 10, // Basketball
  5: 12, // Volleyball
  6: 14, // Handball
  7: 4, // Badminton
  8: 4, // Table tennis
  9: 2, // Squash
  10: 30, // Rugby
  11: 10, // Futsal
  12: 10, // Five-a-side football
  13: 4, // Beach volleyball
  14: 4, // Beach tennis
  15: 4, // Pickleball
  77: 10, // Wheelchair basketball
  78: 4, // Wheelchair tennis
};

/** @returns the most that one of the sports needs; 99 where one of them, or none, says nothing */
export function usualMaxPeople(sportIds: readonly number[]): number {
  const players = sportIds.map((id) => playersBySport[id] ?? DEFAULT_MAX_PEOPLE);
  return players.length === 0 ? DEFAULT_MAX_PEOPLE : Math.max(...players);
}

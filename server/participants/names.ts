/** Names of players, as others read them. */

const withInitial = (first: string, last: string): string => {
  const [initial] = last.trim();
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase()}.`;
};

/** First name and initial: `Zoé M.` for `Zoé Morel`. */
export function shortName(fullName: string): string {
  const [first = "", ...rest] = fullName.trim().split(/\s+/u);
  return withInitial(first, rest.at(-1) ?? "");
}

interface NamedRow {
  name: string;
  first_name: string | null;
  last_name: string | null;
  invited_by: string | null;
  /** As much of an account’s name as other members may read. */
  listed: string | null;
}

/** As in the account; without one, as the organizer or the player has typed it. Empty for who was forgotten. */
export const fullNameOfPlayer = ({ name, first_name, last_name }: NamedRow): string =>
  first_name === null ? name : `${first_name} ${last_name ?? ""}`.trim();
/** As other players read it: whole where the account is listed in full. */
export const nameForPlayers = (row: NamedRow): string =>
  row.first_name !== null && row.listed === "full" ? fullNameOfPlayer(row) : shortName(fullNameOfPlayer(row));

/** Opens the search of the shell (command palette) from any page. The shell registers it. */

export interface ChosenCustomer {
  id: string;
  name: string;
  email: string | null;
}

export interface SearchRequest {
  /** Text that stands in the box already. */
  text?: string;
  /** Asks what is free, instead of searching. */
  asksForSlots?: boolean;
  /** Local date that free slots are asked for. */
  date?: string | undefined;
  sportId?: number | undefined;
  /** Books for this customer. */
  customer?: ChosenCustomer;
}

let opener: ((request: SearchRequest) => void) | undefined;

/** @returns ends the registration */
export function registerSearchOpener(open: (request: SearchRequest) => void): () => void {
  opener = open;
  return () => {
    if (opener === open) opener = undefined;
  };
}

/** Opens at once, so that the next key goes into the box. */
export const openSearch = (request: SearchRequest = {}): void => opener?.(request);

/** One line of the search. */
import type { ComponentType, ReactNode, SVGProps } from "react";
import type { ChosenCustomer } from "#web/kit/ui/search-opener.ts";

export type Icon = ComponentType<SVGProps<SVGSVGElement>>;

export interface PalettePage {
  to: string;
  label: string;
  icon: Icon;
}

export interface PaletteOption {
  /** Names it among all that was found, and among the ones opened lately. */
  key: string;
  icon: ReactNode;
  title: string;
  /** Behind the title, in the same line. */
  more?: string | undefined;
  /** Below the title. */
  detail?: string | undefined;
  aside?: ReactNode;
  /** Letter that acts together with Alt. */
  letter?: string;
  act: () => void;
  /** Ctrl Enter books for this customer. */
  customer?: ChosenCustomer;
  /** False for actions, which are not among the ones opened lately. */
  isRemembered?: boolean;
}

export interface PaletteGroup {
  key: string;
  label: string;
  /** Null: more than were counted. */
  total?: number | null;
  /** List of all of them. */
  listPath?: string;
  options: PaletteOption[];
}

/** The boxes of bookings that were begun; loaded when the first one is. */
import { lazy } from "react";
import type { PlanningField } from "#contract/planning.ts";
import { once } from "#web/kit/once.ts";
import { WhenLoaded } from "#web/kit/when-loaded.tsx";
import type { Board } from "#web/planner/board.ts";
import type { Quick } from "./use-quick.ts";

const load = once(() => import("./quick-create.tsx"));
const QuickCreate = lazy(async () => ({ default: (await load()).QuickCreate }));
/** Whoever is on the way to a cell will want it. */
export const loadQuick = (): void => void load().catch(() => {});

interface QuickPopoverProps {
  quick: Quick;
  board: Board;
  fields: readonly PlanningField[];
}

export const QuickPopover = ({ quick, ...rest }: QuickPopoverProps) =>
  quick.begun.map((one) => (
    <WhenLoaded key={one.id} load={load} onFailed={() => quick.close(one.id)}>
      <QuickCreate {...{ one, quick, ...rest }} />
    </WhenLoaded>
  ));

/** Parts of higher modules in the planning, such as payments, passed by context. */
import { type ComponentType, createContext } from "react";
import type { Event } from "#contract/events.ts";

/** Parts of higher modules; `web/module-routes.ts` gives them. */
export interface PlanningParts {
  /** Stands in the event panel of the team. */
  EventSection: ComponentType<{ event: Event }>;
  /** Records what was paid at the desk; key P opens it. */
  RecordPaymentDialog: ComponentType<{ eventId: string; onClose: () => void }>;
}

export const PlanningPartsContext = createContext<PlanningParts>({
  EventSection: () => null,
  RecordPaymentDialog: () => null,
});

/** The parts are loaded with the page, to keep them out of the first script. */
export type LoadPlanningParts = () => Promise<PlanningParts>;

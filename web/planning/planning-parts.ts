/** Parts of higher modules that the planning shows, such as payments, passed by context (dependency injection). */
import { type ComponentType, createContext } from "react";
import type { Event } from "#contract/events.ts";

export interface PlanningParts {
  EventSection: ComponentType<{ event: Event }>;
  RecordPaymentDialog: ComponentType<{ eventId: string; onClose: () => void }>;
}

export const PlanningPartsContext = createContext<PlanningParts>({
  EventSection: () => null,
  RecordPaymentDialog: () => null,
});

/** Loaded with the page, to keep the parts out of the first bundle. */
export type LoadPlanningParts = () => Promise<PlanningParts>;

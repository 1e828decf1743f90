/** Parts of payments that the planning shows, such as the panel's payments. */
import { type ComponentProps, lazy } from "react";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import type { PlanningParts } from "#web/planning/planning-parts.ts";

const loadSection = () => import("./event-payment-section.tsx");
const loadDialog = () => import("./record-payment-dialog.tsx");
const LazySection = lazy(async () => ({ default: (await loadSection()).EventPaymentSection }));
const LazyDialog = lazy(async () => ({ default: (await loadDialog()).RecordPaymentDialog }));

export const paymentPlanningParts: PlanningParts = {
  EventSection: (props: ComponentProps<typeof LazySection>) => (
    <LazyPart load={loadSection}>
      <LazySection {...props} />
    </LazyPart>
  ),
  RecordPaymentDialog: (props: ComponentProps<typeof LazyDialog>) => (
    <LazyPart load={loadDialog} onFailed={props.onClose}>
      <LazyDialog {...props} />
    </LazyPart>
  ),
};

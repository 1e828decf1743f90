import { liveValue } from "./live-value.ts";

/** Whether a form beside what the page shows has changes that are not saved: what would put it away has to ask first. */
export const unsaved = liveValue(false);

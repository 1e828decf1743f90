import { createLiveValue } from "#web/kit/render/live-value.ts";

/** True while the panel's form has unsaved changes: closing it asks first. */
export const hasUnsavedChanges = createLiveValue(false);

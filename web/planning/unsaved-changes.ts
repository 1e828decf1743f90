/** Flag of the open panel's unsaved changes; `web/kit/form/unsaved-changes-guard.tsx` asks before they are left. */
import { createObservableValue } from "#web/kit/render/observable-value.ts";

/** True while the panel's form has unsaved changes, so that closing it asks first. */
export const hasUnsavedChanges = createObservableValue(false);

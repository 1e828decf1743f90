/** Whether the open panel has unsaved changes. */
import { createObservableValue } from "#web/kit/render/observable-value.ts";

/** True while the panel's form has unsaved changes, so that closing it asks first. */
export const hasUnsavedChanges = createObservableValue(false);

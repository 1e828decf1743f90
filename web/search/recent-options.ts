/** Found lately, in this tab and until the session ends: names of customers are not kept on the device. */
import { onSessionClear } from "#web/kit/data/session.ts";
import type { PaletteOption } from "./palette-option.ts";

const MAX_RECENT = 6;
const recent = new Map<string, PaletteOption[]>();
onSessionClear(() => recent.clear());

export const listRecent = (organizationId: string): readonly PaletteOption[] => recent.get(organizationId) ?? [];

export function rememberOption(organizationId: string, option: PaletteOption): void {
  const others = listRecent(organizationId).filter(({ key }) => key !== option.key);
  recent.set(organizationId, [option, ...others].slice(0, MAX_RECENT));
}

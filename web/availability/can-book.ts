/** Whether the person may book in an organization. */
import type { Scope } from "#web/kit/data/scope.ts";

/** Whether the reader may book at all: team with the permission, or member. The server decides on which fields. */
export const canBook = ({ isPlatform, can, membership }: Scope): boolean =>
  !isPlatform && (can("events.create") || (membership?.roles.some(({ type }) => type === "member") ?? false));

import type { Scope } from "#web/kit/data/scope.ts";

/** Whether one may book here at all: the team with its permission, or a member. Which fields, the server says. */
export const canBook = ({ isPlatform, can, membership }: Scope): boolean =>
  !isPlatform && (can("events.create") || (membership?.roles.some(({ type }) => type === "member") ?? false));

import type { Scope } from "#web/kit/scope.ts";

/** Whether one may book here at all: the team with its permission, or a member. Which fields, the server says. */
export const mayBook = ({ isPlatform, can, min }: Scope): boolean =>
  !isPlatform && (can("events.create") || (min?.roles.some(({ type }) => type === "member") ?? false));

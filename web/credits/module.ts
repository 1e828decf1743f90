import type { WebModule } from "#web/kit/data/modules.ts";

export const credits: WebModule = { name: "credits", includesDataOf: ["events", "money"] };

/** The house, in corridor order: a room may use the rooms above it, never the ones below. */
import { accounts } from "./accounts.ts";
import { activity } from "./activity.ts";
import { events } from "./events.ts";
import { facilities } from "./facilities.ts";
import { fields } from "./fields.ts";
import { general } from "./general.ts";
import { members } from "./members.ts";
import { organizations } from "./organizations.ts";
import { sports } from "./sports.ts";

export const house = { general, accounts, organizations, members, sports, facilities, fields, events, activity };

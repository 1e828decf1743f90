import { planning } from "#contract/planning.ts";
import { serve } from "#server/kit/serve.ts";
import { readPlanning } from "./days.ts";
import { readOccupancy } from "./occupancy.ts";
import { listSelections, select, unselect } from "./selections.ts";

export default serve(planning, {
  read: readPlanning,
  occupancy: readOccupancy,
  selections: listSelections,
  select,
  unselect,
});

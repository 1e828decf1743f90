import { planning } from "#contract/planning.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { readPlanning } from "./read-planning.ts";
import { readOccupancy } from "./read-occupancy.ts";
import { listSelections, saveSelection, deleteSelection } from "./selections.ts";

export default serveModule(planning, {
  read: readPlanning,
  occupancy: readOccupancy,
  selections: listSelections,
  select: saveSelection,
  unselect: deleteSelection,
});

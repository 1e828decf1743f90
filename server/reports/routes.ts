import { reports } from "#contract/reports.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { readCancellations } from "./cancellations.ts";
import { readCustomers } from "./customers.ts";
import { downloadReport } from "./download-csv.ts";
import { readOccupancy } from "./occupancy.ts";
import { readRevenue } from "./revenue.ts";

export default serveModule(reports, {
  occupancy: readOccupancy,
  revenue: readRevenue,
  cancellations: readCancellations,
  customers: readCustomers,
  csv: downloadReport,
});

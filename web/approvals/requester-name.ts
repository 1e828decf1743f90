import type { BookingRequest } from "#contract/approvals.ts";

export const requesterName = ({
  customer,
  name,
}: Pick<BookingRequest, "name"> & { customer: { name: string } | null }): string => customer?.name || name;

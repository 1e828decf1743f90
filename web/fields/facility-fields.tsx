import { useParam } from "#web/kit/route-param.ts";
import { CreateFieldLink, FieldsList } from "./fields-list.tsx";

/** The fields of the facility around. */
export function FacilityFields() {
  const facilityId = useParam("facilityId");
  return <FieldsList facilityId={facilityId} action={<CreateFieldLink facilityId={facilityId} />} />;
}

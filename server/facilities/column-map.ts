import { Facility, FacilityDraft } from "#contract/facility-shape.ts";
import { columnMap, noColumn } from "#server/kit/db/column-map.ts";

export const facilityColumnMap = columnMap(
  { table: "facilities", draft: FacilityDraft, entity: Facility },
  {
    name: { column: "name", label: "facilities.name" },
    description: { column: "description", label: "facilities.description" },
    parkingPlace: { column: "parking_place", label: "facilities.parkingPlace" },
    bicycleParkingPlace: { column: "bicycle_parking_place", label: "facilities.bicycleParkingPlace" },
    changingRoom: { column: "changing_room", label: "facilities.changingRoom" },
    restroom: { column: "restroom", label: "facilities.restroom" },
    shower: { column: "shower", label: "facilities.shower" },
    restaurant: { column: "restaurant", label: "facilities.restaurant" },
    shop: { column: "shop", label: "facilities.shop" },
    slug: "slug",
    isPublished: "is_published",
    placeId: noColumn("address.ts: all the columns of an address"),
    address: noColumn("address.ts: all the columns of an address"),
    timezone: noColumn("create.ts and change.ts: it follows from the place where it is not given"),
    organizationId: noColumn("the organization of the path, and no other"),
  },
);

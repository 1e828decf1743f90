/** Fills in the address of a facility with that of its organization as a seller, which was typed before. */
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import type { Organization } from "#contract/organization-shape.ts";
import { useSetField } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { manualPlaceId } from "#web/places/address-field.tsx";

/** Nothing where an address stands already, or where the seller has none. */
export function SellerAddressButton({ organization }: { organization: Organization | undefined }) {
  const t = useTranslation();
  const set = useSetField();
  const placeId = useFieldText("placeId");
  const isTyped =
    [useFieldText("address.line1"), useFieldText("address.postalCode"), useFieldText("address.city")].some(Boolean) ||
    (placeId !== "" && !placeId.startsWith(manualPlaceId));
  const countryCode = organization && countryCodeOf(organization.countryId);
  if (isTyped || !organization?.addressLine || !countryCode) return null;
  const { addressLine: line1, postalCode, city } = organization;
  return (
    <Button
      size="sm"
      className="h-auto min-h-8 justify-self-start py-1 text-left whitespace-normal"
      onClick={() => {
        set("address", { line1, postalCode: postalCode ?? "", city: city ?? "", countryCode });
        set("placeId", manualPlaceId);
      }}
    >
      {t("facilities.addressOf", { organization: organization.name })}
    </Button>
  );
}

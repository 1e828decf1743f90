/** Fills in the seller's address with that of a facility, which was typed before. */
import { useQuery } from "@tanstack/react-query";
import { facilities } from "#contract/facilities.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useSetField } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";

interface SellerAddressButtonProps {
  organizationId: string;
  countryCode: string | undefined;
}

/** Nothing where an address stands already, or where no facility of the seller's country has one. */
export function SellerAddressButton({ organizationId, countryCode }: SellerAddressButtonProps) {
  const t = useTranslation();
  const set = useSetField();
  const { can } = useScope();
  const isTyped = [useFieldText("addressLine"), useFieldText("postalCode"), useFieldText("city")].some(Boolean);
  const { data } = useQuery({
    ...endpointQuery(facilities.list, { params: { organizationId }, query: { per_page: 100 } }, { quiet: true }),
    enabled: !isTyped && can(facilities.list),
  });
  const facility = data?.data.find(
    ({ localization: { address } }) => address?.line1 && address.countryCode === countryCode,
  );
  const address = facility?.localization.address;
  if (isTyped || !facility || !address) return null;
  return (
    <Button
      size="sm"
      className="h-auto min-h-8 justify-self-start py-1 text-left whitespace-normal"
      onClick={() => {
        set("addressLine", address.line1);
        set("postalCode", address.postalCode ?? "");
        set("city", address.city ?? "");
      }}
    >
      {t("organizations.sellerAddressOf", { facility: facility.name })}
    </Button>
  );
}

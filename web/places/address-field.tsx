/** Address of a facility: searched, or typed by hand. Sets the form's `placeId` and `address`. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CountryCode } from "#contract/general-countries-rules.ts";
import { MIN_SEARCH_LENGTH, places } from "#contract/places.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormRow, useFieldValue, useFocusField, useSetField } from "#web/kit/form/form.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { countryCodeOptions } from "#web/organizations/countries.ts";

/** `placeId` in the form of an address typed by hand. */
export const manualPlaceId = "manual:";
export const blankAddressIn = (countryCode: CountryCode) => ({ line1: "", postalCode: "", city: "", countryCode });

interface AddressFieldProps {
  known?: object | undefined;
  /** That of an address that is begun. */
  country: CountryCode;
  /** The form asks for the country elsewhere. */
  isCountryGiven?: boolean;
  chosen?: { placeId: string; label: string } | undefined;
}

export function AddressField({
  country,
  isCountryGiven = false,
  known = blankAddressIn(country),
  chosen,
}: AddressFieldProps) {
  const set = useSetField();
  const focus = useFocusField();
  const isByHand = useFieldText("placeId").startsWith(manualPlaceId);
  const typed = useFieldValue("address");
  const [kept, setKept] = useState<object>();
  const turned = useRef(false);

  // Switching between search and typing moves the focus along; a reset of the form does not.
  useEffect(() => {
    if (turned.current) focus(isByHand ? "address.line1" : "placeId");
    turned.current = false;
  }, [isByHand, focus]);

  const toHand = (text: string) => {
    turned.current = true;
    const address = kept ?? known;
    if (text) set("address", { ...blankAddressIn(country), line1: text });
    else set("address", isCountryGiven ? { ...address, countryCode: country } : address);
    set("placeId", manualPlaceId);
  };
  const toSearch = () => {
    turned.current = true;
    setKept(typed as object);
    set("placeId", chosen && !chosen.placeId.startsWith(manualPlaceId) ? chosen.placeId : "");
    set("address", null);
  };
  return isByHand ? (
    <ManualAddressFields isCountryGiven={isCountryGiven} onSearch={toSearch} />
  ) : (
    <PlaceSearch chosen={chosen} onByHand={toHand} />
  );
}

interface PlaceSearchProps {
  chosen: AddressFieldProps["chosen"];
  /** Gets the text that the search did not find. */
  onByHand: (text: string) => void;
}

function PlaceSearch({ chosen, onByHand }: PlaceSearchProps) {
  const t = useTranslation();
  const placeId = useFieldText("placeId");
  const [label, setLabel] = useState("");
  const { text, search, found, isAnswered, searching, note, failure } = usePlaceSearch();
  const isChosen = placeId !== "" && placeId === chosen?.placeId;
  const other = { value: manualPlaceId, label: t("places.byHand"), ...(text ? { hint: text } : {}) };
  return (
    <ComboboxField
      name="placeId"
      label={t("places.address")}
      hint={failure ?? t("places.addressHint")}
      action={
        <button type="button" className={`${textLinkClass} text-13`} onClick={() => onByHand("")}>
          {t("places.byHand")}
        </button>
      }
      placeholder={t("places.search")}
      // Offer it only after the response, because Enter before that means the searched text.
      options={isAnswered ? [...found.map(toOption), other] : found.map(toOption)}
      chosenLabel={isChosen ? chosen.label : placeId && label}
      clearable
      onSearch={search}
      searching={searching}
      note={note}
      onChosen={(next) => {
        if (next === manualPlaceId) onByHand(text);
        else setLabel(found.find((place) => place.placeId === next)?.description ?? "");
      }}
    />
  );
}

type FoundPlace = { placeId: string; description: string; mainText: string; secondaryText: string };
const toOption = ({ placeId, mainText, secondaryText }: FoundPlace) => ({
  value: placeId,
  label: mainText,
  ...(secondaryText ? { hint: secondaryText } : {}),
});

/** Groups the requests of a search. Undefined on insecure origins, which have no `randomUUID`. */
const createSearchSession = () => (crypto as Partial<Crypto>).randomUUID?.();
const searchDelayMs = 250;

function usePlaceSearch() {
  const t = useTranslation();
  const [text, setText] = useState("");
  const [q, setQ] = useState("");
  const [session, setSession] = useState(createSearchSession);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isEnough = text.length >= MIN_SEARCH_LENGTH;
  const { data, error, isFetching } = useQuery({
    ...endpointQuery(places.autocomplete, { query: { q, session } }, { quiet: true }),
    enabled: isEnough && q.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  });
  const found = isEnough && !error ? (data?.data ?? []) : [];
  const searching = isEnough && (isFetching || q !== text);
  const failure = isEnough ? error?.message : undefined;
  return {
    text,
    found,
    isAnswered: isEnough && !searching,
    searching,
    note: isEnough
      ? (failure ?? t("kit.results", { count: found.length }))
      : t("places.typeMore", { count: MIN_SEARCH_LENGTH }),
    failure,
    search: (typed: string) => {
      const next = typed.trim();
      if (next === "") setSession(createSearchSession);
      setText(next);
    },
  };
}

interface ManualAddressFieldsProps {
  isCountryGiven: boolean;
  onSearch: () => void;
}

function ManualAddressFields({ isCountryGiven, onSearch }: ManualAddressFieldsProps) {
  const t = useTranslation();
  const tag = useLocale();
  const country = useFieldText("address.countryCode");
  const hasStates = country === "US" || country === "CA";
  return (
    <>
      <TextField
        name="address.line1"
        label={t("places.line1")}
        autoComplete="off"
        action={
          <button type="button" className={`${textLinkClass} text-13`} onClick={onSearch}>
            {t("places.bySearch")}
          </button>
        }
      />
      <FormRow>
        <TextField
          name="address.postalCode"
          label={t(country === "US" ? "places.zipCode" : "places.postalCode")}
          autoComplete="off"
        />
        <TextField
          name="address.city"
          label={t("places.city")}
          hint={hasStates ? t(country === "US" ? "places.withState" : "places.withProvince") : undefined}
          autoComplete="off"
        />
      </FormRow>
      {!isCountryGiven && (
        <SelectField
          name="address.countryCode"
          label={t("places.country")}
          hint={t("places.byHandHint")}
          options={countryCodeOptions(tag)}
        />
      )}
    </>
  );
}

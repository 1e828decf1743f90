/** Where something is: found by typing, or typed by hand. Fields of the form around: `placeId` and `address`. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { countryCodes, countryIds } from "#contract/general.ts";
import { leastSearched, places } from "#contract/places.ts";
import { read } from "#web/kit/api.ts";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { ComboboxField } from "#web/kit/combobox-field.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { FormRow, useFieldValue, useFocusField, useSetField } from "#web/kit/form.tsx";
import { textLink } from "#web/kit/text-link.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { regionName } from "#web/organizations/labels.ts";

/** The `placeId` of an address that was typed by hand. */
export const byHand = "manual:";
/** An address by hand with nothing in it yet. */
export const blankAddress = { line1: "", postalCode: "", city: "", countryCode: countryCodes[countryIds[0]] } as const;

interface AddressFieldProps {
  /** What is known already, for those who correct it by hand. */
  known?: object | undefined;
  /** The place that was chosen before, and what it is called. */
  chosen?: { placeId: string; label: string } | undefined;
}

export function AddressField({ known = blankAddress, chosen }: AddressFieldProps) {
  const set = useSetField();
  const focus = useFocusField();
  const isByHand = useFieldText("placeId").startsWith(byHand);
  const typed = useFieldValue("address");
  const [kept, setKept] = useState<unknown>(known);
  const turned = useRef(false);

  // Who turns from one way to the other goes on there; a reset of the form moves nobody.
  useEffect(() => {
    if (turned.current) focus(isByHand ? "address.line1" : "placeId");
    turned.current = false;
  }, [isByHand, focus]);

  const toHand = (text: string) => {
    turned.current = true;
    set("address", text ? { ...blankAddress, line1: text } : (kept ?? known));
    set("placeId", byHand);
  };
  const toSearch = () => {
    turned.current = true;
    setKept(typed);
    set("placeId", chosen && !chosen.placeId.startsWith(byHand) ? chosen.placeId : "");
    set("address", null);
  };
  return isByHand ? <ByHand onSearch={toSearch} /> : <Search chosen={chosen} onByHand={toHand} />;
}

interface SearchProps {
  chosen: AddressFieldProps["chosen"];
  /** Gets what was typed where the search did not find it. */
  onByHand: (text: string) => void;
}

function Search({ chosen, onByHand }: SearchProps) {
  const t = useWords();
  const placeId = useFieldText("placeId");
  const [label, setLabel] = useState("");
  const { text, search, found, isAnswered, searching, note, failure } = useSearch();
  const isChosen = placeId !== "" && placeId === chosen?.placeId;
  const other = { value: byHand, label: t("places.byHand"), ...(text ? { hint: text } : {}) };
  return (
    <ComboboxField
      name="placeId"
      label={t("places.address")}
      hint={failure ?? t("places.addressHint")}
      action={
        <button type="button" className={`${textLink} text-13`} onClick={() => onByHand("")}>
          {t("places.byHand")}
        </button>
      }
      placeholder={t("places.search")}
      // Not before there is an answer: who presses Enter meanwhile means what is searched for.
      options={isAnswered ? [...found.map(asOption), other] : found.map(asOption)}
      chosenLabel={isChosen ? chosen.label : placeId && label}
      clearable
      onSearch={search}
      searching={searching}
      note={note}
      onChosen={(next) => {
        if (next === byHand) onByHand(text);
        else setLabel(found.find((place) => place.placeId === next)?.description ?? "");
      }}
    />
  );
}

type Found = { placeId: string; description: string; mainText: string; secondaryText: string };
const asOption = ({ placeId, mainText, secondaryText }: Found) => ({
  value: placeId,
  label: mainText,
  ...(secondaryText ? { hint: secondaryText } : {}),
});

/** Of one search until its choice. Browsers make such names on secure origins alone; the search goes without. */
const newSession = () => (crypto as Partial<Crypto>).randomUUID?.();
const pause = 250;

/** What is typed, what the provider makes of it a moment later, and what there is to say about that. */
function useSearch() {
  const t = useWords();
  const [text, setText] = useState("");
  const [q, setQ] = useState("");
  const [session, setSession] = useState(newSession);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const isEnough = text.length >= leastSearched;
  const { data, error, isFetching } = useQuery({
    ...read(places.autocomplete, { query: { q, session } }, { quiet: true }),
    enabled: isEnough && q.length >= leastSearched,
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
      : t("places.typeMore", { count: leastSearched }),
    failure,
    search: (typed: string) => {
      const next = typed.trim();
      if (next === "") setSession(newSession);
      setText(next);
    },
  };
}

function ByHand({ onSearch }: { onSearch: () => void }) {
  const t = useWords();
  const tag = useLocale();
  return (
    <>
      <TextField
        name="address.line1"
        label={t("places.line1")}
        autoComplete="off"
        action={
          <button type="button" className={`${textLink} text-13`} onClick={onSearch}>
            {t("places.bySearch")}
          </button>
        }
      />
      <FormRow>
        <TextField name="address.postalCode" label={t("places.postalCode")} autoComplete="off" />
        <TextField name="address.city" label={t("places.city")} autoComplete="off" />
      </FormRow>
      <SelectField
        name="address.countryCode"
        label={t("places.country")}
        hint={t("places.byHandHint")}
        options={Object.values(countryCodes).map((value) => ({ value, label: regionName(value, tag) }))}
      />
    </>
  );
}

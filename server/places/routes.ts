import { places } from "#contract/places.ts";
import { serve } from "#server/kit/serve.ts";
import { suggest } from "./suggest.ts";

export default serve(places, { autocomplete: suggest });

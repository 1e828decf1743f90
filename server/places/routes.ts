import { places } from "#contract/places.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { suggestPlaces } from "./suggest.ts";

export default serveModule(places, { autocomplete: suggestPlaces });

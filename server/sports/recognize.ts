/** Recognizes sports by common names and by types of the French census. */
import type { Sport } from "#contract/sports.ts";
import { normalizeText } from "#server/places/address-text.ts";
import { census, type Space } from "./census.ts";

export interface RecognizedSports {
  /** Empty for types without a particular sport, such as a village hall. */
  sportIds: readonly number[];
  space?: Space | undefined;
}
/** @returns undefined for an unknown text */
export type SportRecognizer = (text: string) => RecognizedSports | undefined;

const synonyms: Record<number, readonly string[]> = {
  2: ["paddle", "padel tennis"],
  3: ["foot", "soccer", "football 11", "foot a 11", "football a 11", "football a 8", "association football"],
  4: ["basket", "basketball", "basket ball", "basket 3x3", "3x3", "streetball", "streetbasket"],
  5: ["volley", "volleyball", "volley ball"],
  6: ["hand", "handball", "hand ball"],
  7: ["bad"],
  8: ["ping pong", "pingpong", "table tennis"],
  10: ["rugby a xv", "rugby a 15", "rugby union", "rugby league", "rugby a xiii", "rugby a 7", "rugby sevens"],
  11: ["football en salle", "foot en salle", "indoor football", "indoor soccer"],
  12: ["foot a 5", "foot5", "five", "5 a side", "five a side", "foot 5", "football 5", "urban foot", "urban soccer"],
  13: ["beach volley", "volley de plage", "volleyball de plage", "sand volleyball"],
  14: ["tennis sur sable"],
  16: ["nage", "swim", "piscine", "pool", "swimming pool"],
  17: ["waterpolo"],
  18: ["plongeon sportif", "high diving"],
  19: ["aqua gym", "aquagym", "aquabike", "aqua fitness", "aquatic fitness"],
  20: ["natation synchronisee", "synchronized swimming", "synchronised swimming"],
  21: ["athle", "track and field", "athletisme", "athletics track"],
  22: ["course", "jogging", "footing", "trail"],
  23: ["velo", "vtt", "cyclisme sur piste", "mountain biking", "bike", "biking", "track cycling"],
  24: ["bicross", "bmx race", "bmx freestyle", "pumptrack", "pump track"],
  26: ["gym", "gymnastique artistique", "gymnastique sportive", "artistic gymnastics"],
  27: ["grs", "gymnastique rythmique et sportive", "gr"],
  29: ["escalade a corde", "rock climbing", "climbing wall", "mur d escalade", "sae"],
  30: ["bloc", "boulder"],
  32: ["karate do"],
  33: ["tae kwon do"],
  35: ["jujitsu", "jiu jitsu", "jujutsu", "jjb"],
  36: ["boxe anglaise", "boxing ring"],
  37: ["kick boxing", "boxe pieds poings", "boxe francaise", "savate", "muay thai", "boxe thai"],
  38: ["lutte libre", "lutte greco romaine"],
  39: ["escrime sportive", "epee", "fleuret", "sabre"],
  40: ["arc", "tir a l arc en salle"],
  41: ["tir", "tir a la cible", "ball trap", "tir aux plateaux", "shooting range"],
  43: ["mini golf", "golf miniature", "crazy golf"],
  44: ["base ball"],
  45: ["soft ball"],
  47: ["foot us", "foot americain", "football us", "gridiron"],
  48: ["flag"],
  49: ["hockey", "grass hockey"],
  50: ["hockey glace"],
  51: ["rink hockey", "roller in line hockey", "inline hockey"],
  53: ["patinage", "patinoire", "ice rink", "skating"],
  54: ["patin a roulettes", "roller sports", "patinage a roulettes", "rollerblading", "roller skate"],
  55: ["skate", "skate park", "skatepark", "skate board"],
  58: ["frisbee", "ultimate frisbee"],
  59: ["unihockey"],
  61: ["boules", "bocce", "jeu provencal", "boulodrome", "sport boules", "boule lyonnaise"],
  62: ["quilles", "tenpin bowling", "ten pin bowling"],
  64: ["snooker", "billiard", "pool billiards"],
  65: ["dart"],
  68: ["musculation", "cardio", "forme", "remise en forme", "gym fitness", "bodybuilding", "workout", "street workout"],
  69: ["halterophilie musculation", "weight lifting", "force athletique", "powerlifting"],
  70: ["crossfit", "cross fit"],
  71: ["danses", "dancing", "ballet"],
  72: ["cheval", "equestrian", "hippisme", "riding", "horseback riding"],
  73: ["rowing boat"],
  74: ["canoe", "kayak", "canoe kayak", "canoeing", "kayaking"],
  75: ["nautisme", "voile legere"],
  76: ["pelote", "fronton", "pala"],
  77: ["basket fauteuil", "handibasket"],
  78: ["tennis fauteuil"],
};

/** Separators of sports that are known. */
const separators = /[,;|\n/&+]+|\s(?:et|and)\s/i;
/** Separators of sports that may be unknown: no slash, which many names of equipment contain. */
const certainSeparators = /[,;|\n]+/;

/** Words that turn a sport into a place: `Terrain de futsal`, `Padel court`. */
const frenchPlacePrefix =
  /^(?:salle|terrain|court|piste|stade|bassin|aire|espace|mur|parcours|salle ou terrain)s? (?:de |d )/;
const englishPlaceSuffix = / (?:courts?|pitch(?:es)?|fields?|halls?|rooms?|grounds?|tracks?|rinks?|tables?|lanes?)$/;

export function createSportRecognizer(sports: readonly Sport[]): SportRecognizer {
  const ids = new Map(Object.entries(synonyms).flatMap(([id, names]) => names.map((name) => [name, Number(id)])));
  for (const { id, name } of sports) ids.set(normalizeText(name), id);
  return (text) => {
    const name = normalizeText(text);
    const fromCensus = census.get(name);
    if (fromCensus) return fromCensus;
    const id = ids.get(name) ?? ids.get(name.replace(frenchPlacePrefix, "").replace(englishPlaceSuffix, ""));
    return id === undefined ? undefined : { sportIds: [id] };
  };
}

export interface SportPart {
  text: string;
  recognized: RecognizedSports | undefined;
}

/** Splits a text into sports. What is not recognized stays whole between commas, semicolons, bars and line breaks. */
export function splitSports(text: string, recognize: SportRecognizer): SportPart[] {
  const recognizeAll = (separator: RegExp, whole: string) =>
    whole.split(separator).flatMap((part): SportPart[] => {
      const trimmed = part.trim();
      return trimmed === "" ? [] : [{ text: trimmed, recognized: recognize(trimmed) }];
    });
  const recognized = recognize(text);
  if (recognized) return [{ text: text.trim(), recognized }];
  return recognizeAll(certainSeparators, text).flatMap((part) => {
    if (part.recognized) return [part];
    const smaller = recognizeAll(separators, part.text);
    return smaller.length > 0 && smaller.every((one) => one.recognized) ? smaller : [part];
  });
}

export function mergeRecognized(all: readonly RecognizedSports[]): RecognizedSports {
  const spaces = new Set(all.map((one) => one.space));
  return {
    sportIds: [...new Set(all.flatMap((one) => one.sportIds))],
    space: spaces.size === 1 ? all[0]?.space : undefined,
  };
}

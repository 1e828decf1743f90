/** Icons of the pages, drawn as the web's own (lucide). */
import { html, type Html } from "#server/kit/http/html.ts";

const icon = (paths: Html): Html => html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`;

export const icons = {
  search: icon(html`<path d="m21 21-4.34-4.34" /><circle cx="11" cy="11" r="8" />`),
  route: icon(html`<polygon points="3 11 22 2 13 21 11 13 3 11" />`),
  phone: icon(
    html`<path
      d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384"
    />`,
  ),
  clock: icon(html`<circle cx="12" cy="12" r="10" /><path d="M12 6v6l4 2" />`),
  pin: icon(
    html`<path
        d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"
      /><circle cx="12" cy="10" r="3" />`,
  ),
  camera: icon(
    html`<path
        d="M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4z"
      /><circle cx="12" cy="13" r="3" />`,
  ),
  next: icon(html`<path d="m9 18 6-6-6-6" />`),
  previous: icon(html`<path d="m15 18-6-6 6-6" />`),
};

const outline = html`<path d="M10 10h180v100H10Z" />`;
/** Lines of a court, as the web draws them; matched by the sport's name in either language. */
const courts: readonly (readonly [pattern: RegExp, hue: number, lines: Html])[] = [
  [/padel/i, 235, html`<path d="M10 14h180v92H10ZM52 14v92M148 14v92M52 60h96M100 6v108" />`],
  [
    /^tennis$|pickleball/i,
    150,
    html`<path d="M10 10h180v100H10ZM10 23h180M10 97h180M55 23v74M145 23v74M55 60h90M100 4v112" />`,
  ],
  [/squash/i, 30, html`<path d="M10 10h180v100H10ZM104 10v100M104 60h86M104 10v28h28v-28M104 110v-28h28v28" />`],
  [
    /foot|soccer|rugby|hockey|futsal/i,
    140,
    html`${outline}<path d="M100 10v100M10 32h28v56H10M190 32h-28v56h28M10 46h11v28H10M190 46h-11v28h11" /><circle
        cx="100"
        cy="60"
        r="18"
      />`,
  ],
  [
    /basket/i,
    50,
    html`${outline}<path d="M100 10v100M10 42h36v36H10M190 42h-36v36h36" /><circle cx="100" cy="60" r="14" />`,
  ],
  [/swim|natation|aqua|plong/i, 225, html`<path d="M10 10h180v100H10ZM10 30h180M10 50h180M10 70h180M10 90h180" />`],
];
const anyCourt = [
  175,
  html`<path
    d="M10 12h180v96H10ZM10 20h180M10 100h180M22 12v96M178 12v96M74 12v96M126 12v96M10 60h64M126 60h64M100 6v108"
  />`,
] as const;

function findCourt(sport: string | undefined): readonly [hue: number, lines: Html] {
  const found = courts.find(([pattern]) => sport !== undefined && pattern.test(sport));
  return found ? [found[1], found[2]] : anyCourt;
}

/** 200 wide and 120 high. */
export const findCourtLines = (sport: string | undefined): Html => findCourt(sport)[1];

export function drawCourt(sport: string | undefined): Html {
  const [hue, lines] = findCourt(sport);
  return html`<svg
    class="art"
    viewBox="0 0 200 120"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    style="--h:${hue}"
  >
    <g>${lines}</g>
  </svg>`;
}

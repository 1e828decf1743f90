/** Icons that lucide lacks, in its style. */
import type { SVGProps } from "react";

const baseProps = {
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

export const CourtIcon = (props: SVGProps<SVGSVGElement>) => (
  <svg {...baseProps} {...props}>
    <rect x="2.5" y="5" width="19" height="14" rx="2" />
    <path d="M12 5v14M2.5 9.5h3.5v5H2.5M21.5 9.5H18v5h3.5" />
  </svg>
);

export const FacilityIcon = (props: SVGProps<SVGSVGElement>) => (
  <svg {...baseProps} {...props}>
    <path d="M3 20V9.2L12 4l9 5.2V20M3 20h18M8 20v-6h8v6" />
  </svg>
);

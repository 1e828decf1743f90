import { encodeQR } from "qr";

/** Modules of white around the code, which scanners need: ISO/IEC 18004 wants four. */
const BORDER = 4;

/** One path of all dark modules. Black on white in the dark theme too, as many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      className="w-52 max-w-full rounded-md border border-line bg-white"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  );
}

/** Reads the markers of a JPEG without decoding anything. https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B */

const [endOfImage, startOfScan] = [0xd9, 0xda];
/** Markers without anything behind them; and within a scan, a byte 0xFF that is meant as one. */
const hasNoPayload = (marker: number) => marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8);

/** Counts the scans of the picture; a film after the picture does not count. */
export function countScans(photo: Buffer): number {
  let scans = 0;
  for (let at = 0; at + 3 < photo.length;) {
    const marker = photo[at] === 0xff ? (photo[at + 1] ?? 0) : 0xff;
    if (marker === endOfImage) break;
    if (marker === startOfScan) scans++;
    // No marker begins here: pixels, or 0xFF again, which may stand before one any number of times.
    if (marker === 0xff) at++;
    else at += hasNoPayload(marker) ? 2 : 2 + photo.readUInt16BE(at + 2);
  }
  return scans;
}

/** Reads JPEG markers without decoding. https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B */

const [endOfImage, startOfScan] = [0xd9, 0xda];
/** Markers without a payload; within a scan, 0 escapes a byte 0xFF. */
const hasNoPayload = (marker: number) => marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8);

/** A progressive photo has about ten scans; thousands of empty ones keep the decoder busy for minutes. */
export const MAX_SCANS = 100;

/** Counts the scans up to the end of the picture; an appended video does not count. */
export function countScans(photo: Buffer): number {
  let scans = 0;
  for (let at = 0; at + 3 < photo.length;) {
    const marker = photo[at] === 0xff ? (photo[at + 1] ?? 0) : 0xff;
    if (marker === endOfImage) break;
    if (marker === startOfScan) scans++;
    // Not a marker: pixel data, or a fill byte 0xFF, which may precede a marker any number of times.
    if (marker === 0xff) at++;
    else at += hasNoPayload(marker) ? 2 : 2 + photo.readUInt16BE(at + 2);
  }
  return scans;
}

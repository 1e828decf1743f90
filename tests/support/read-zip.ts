/** Minimal ZIP reader for our own files: stored or deflated entries, sizes in the central directory. */
import { crc32, inflateRawSync } from "node:zlib";

/** @returns contents by name, in the order of the directory; checksums are verified */
export function readZip(bytes: Buffer): Record<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error("This is no whole ZIP file");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const files: Record<string, Buffer> = {};
  for (let index = 0; index < count; index++) {
    const [method, checksum, size] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
    ];
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(begin, begin + size);
    const content = method === 0 ? packed : inflateRawSync(packed);
    if (crc32(content) !== checksum) throw new Error("A checksum does not hold");
    files[bytes.toString("utf8", at + 46, at + 46 + name)] = content;
    at += 46 + name + extra + comment;
  }
  return files;
}

/**
 * Which network addresses are public, so that a request to an address that somebody has typed reaches no private network
 * (SSRF, server-side request forgery).
 */
import { BlockList, isIP } from "node:net";

/** IANA's special-purpose registries, and the metadata service of Azure, which has a public address. */
const specialIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Whatever is not global unicast is not public: loopback, link-local, unique local (with metadata services), multicast. */
const GLOBAL_UNICAST = "2000::/3";
/** Protocol assignments (Teredo among them), documentation, 6to4, documentation. */
const specialIpv6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];
/** Carry an IPv4 address in their last 32 bits: mapped, and NAT64. */
const carriesIpv4 = ["::ffff:0:0/96", "64:ff9b::/96"];

function toBlockList(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
const special = { 4: toBlockList(specialIpv4, "ipv4"), 6: toBlockList(specialIpv6, "ipv6") };
const globalUnicast = toBlockList([GLOBAL_UNICAST], "ipv6");
const ipv4Carriers = toBlockList(carriesIpv4, "ipv6");

/** `::ffff:7f00:1` of all spellings of one address. */
const compactIpv6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

function findCarriedIpv4(address: string): string {
  const [high = "0", low = "0"] = compactIpv6(address).split(":").slice(-2);
  const bits = (Number.parseInt(high || "0", 16) << 16) | Number.parseInt(low || "0", 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

/** @param address IPv4 or IPv6, without brackets; anything else is not public */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special[4].check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  if (ipv4Carriers.check(address, "ipv6")) return isPublicAddress(findCarriedIpv4(address));
  return globalUnicast.check(address, "ipv6") && !special[6].check(address, "ipv6");
}

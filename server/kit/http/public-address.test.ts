import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

const refused: [what: string, addresses: string[]][] = [
  ["this machine", ["127.0.0.1", "127.255.255.254", "0.0.0.0", "::1", "::"]],
  ["private networks", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.5", "100.64.0.1", "fc00::1", "fd12::1"]],
  ["links", ["169.254.1.1", "fe80::1", "fe80::1%eth0"]],
  ["metadata services", ["169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"]],
  ["multicast and broadcast", ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"]],
  ["documentation and tests", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "2001:db8::1", "3fff::1"]],
  ["IPv4 in IPv6", ["::ffff:127.0.0.1", "::ffff:a00:1", "::FFFF:169.254.169.254", "64:ff9b::a00:1", "64:ff9b::7f00:1"]],
  ["tunnels", ["2002:7f00:1::", "2001::1"]],
  ["what is no address", ["", "localhost", "1.2.3", "8.8.8.8/8", "example.com"]],
];
test.each(refused)("%s are not public", (_what, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test("addresses of the internet are, also those that IPv6 carries", () => {
  const addresses = ["1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.167.1.1", "2606:4700::1111"];
  const carried = ["::ffff:1.1.1.1", "64:ff9b::101:101", "64:ff9b::808:808"];
  expect([...addresses, ...carried].filter((address) => !isPublicAddress(address))).toEqual([]);
});

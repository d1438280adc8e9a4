import ipaddr from 'ipaddr.js';
import type { AddressMatcher } from '../../contracts/device/campus.ts';

/** Whether an address lies in a network, both IPv4 or both IPv6 (an IPv4 address mapped into IPv6 counts as IPv4). Malformed: no. */
export const matchAddress: AddressMatcher = (address, cidr) => {
  if (!ipaddr.isValid(address) || !ipaddr.isValidCIDR(cidr)) return false;
  const own = ipaddr.process(address);
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return own.kind() === network.kind() && own.match(network, bits);
};

/** DNS over TLS and QUIC (RFC 7858, RFC 9250), and the other ports that public resolvers offer them on. */
export const ENCRYPTED_DNS_PORTS = [853, 5053, 8853] as const;
/** HTTP/3, and what QUIC was tried on before. */
export const QUIC_PORTS = [80, 443] as const;
/** IKE and its NAT traversal, OpenVPN, L2TP, WireGuard. */
export const VPN_UDP_PORTS = [500, 1194, 1701, 4500, 51_820] as const;
/** PPTP. */
export const VPN_TCP_PORTS = [1723] as const;

/* IP addresses and networks from text, strictly: what is written in two ways is read in one. Portable. */
#ifndef SCHOOLGATE_IP_ADDRESS_H
#define SCHOOLGATE_IP_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Dotted decimal without leading zeros (RFC 6943 section 3.1.1, the strict form). */
bool ip4_read(const char *text, uint8_t out[4]);
/* Lower-case, RFC 4291 section 2.2, forms 1 and 2; no embedded IPv4, no zone. */
bool ip6_read(const char *text, uint8_t out[16]);
/* `address` or `address/prefix`. False for bits behind the prefix. Of IPv4 the first 4 bytes are written. */
bool network_read(const char *text, bool is_six, uint8_t address[16], uint8_t *prefix);

#endif

/* What the computer is and where it stands, as Windows says it. What Windows does not say is null. */
#ifndef SCHOOLGATE_FACTS_H
#define SCHOOLGATE_FACTS_H

#include "call.h"

DWORD call_power(Call *call);
DWORD call_firmware(Call *call);
DWORD call_network(Call *call);
DWORD call_session(Call *call);
DWORD call_owner(Call *call);
DWORD call_processes(Call *call);

/* null, or `{"ssid","bssid","error"}` of the first Wi-Fi interface that is connected. */
void fact_wifi(Text *out);
/* A hardware address of 6 bytes, lower case with colons; null for another length and for zeros. */
void fact_mac(Text *out, const BYTE *bytes, ULONG length);

#endif

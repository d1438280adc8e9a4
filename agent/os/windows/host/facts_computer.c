#include "facts.h"

#include <stdlib.h>
#include <string.h>

#define RAW_SMBIOS 0x52534D42u /* 'RSMB' */
#define SMBIOS_HEADER_BYTES 8  /* of Windows (RawSMBIOSData): method, version, and the table's length in the last four */
#define SMBIOS_MOST_BYTES 262144

#define BATTERY_NONE 128
#define BATTERY_UNKNOWN 255
#define BATTERY_CHARGING 8
#define LINE_UNKNOWN 255

DWORD call_power(Call *call)
{
    Text *out = call->output;
    SYSTEM_POWER_STATUS status;
    BOOL is_known = GetSystemPowerStatus(&status);
    BOOL has_battery = is_known && status.BatteryFlag != BATTERY_UNKNOWN && !(status.BatteryFlag & BATTERY_NONE);
    text_raw(out, "{\"batteryPercent\":");
    if (has_battery && status.BatteryLifePercent <= 100) text_integer(out, status.BatteryLifePercent);
    else text_raw(out, "null");
    text_name(out, "charging");
    if (has_battery) text_boolean(out, status.BatteryFlag & BATTERY_CHARGING);
    else text_raw(out, "null");
    text_name(out, "mains");
    if (is_known && status.ACLineStatus != LINE_UNKNOWN) text_boolean(out, status.ACLineStatus != 0);
    else text_raw(out, "null");
    text_raw(out, "}");
    return NO_ERROR;
}

/* Bytes of the table behind the header; 0 when there is none. */
static UINT table_bytes(const BYTE *raw, UINT size)
{
    DWORD length;
    if (size < SMBIOS_HEADER_BYTES) return 0;
    memcpy(&length, raw + 4, sizeof length);
    if (length > size - SMBIOS_HEADER_BYTES) length = size - SMBIOS_HEADER_BYTES;
    return length < SMBIOS_MOST_BYTES ? length : SMBIOS_MOST_BYTES;
}

DWORD call_firmware(Call *call)
{
    UINT size = GetSystemFirmwareTable(RAW_SMBIOS, 0, NULL, 0), got = 0, length;
    BYTE *raw = size > 0 ? memory_take(call->memory, size) : NULL;
    if (raw) got = GetSystemFirmwareTable(RAW_SMBIOS, 0, raw, size);
    length = got <= size ? table_bytes(raw, got) : 0;
    text_raw(call->output, "{\"smbios\":");
    if (length > 0) text_hex(call->output, raw + SMBIOS_HEADER_BYTES, length);
    else text_raw(call->output, "null");
    text_raw(call->output, "}");
    return NO_ERROR;
}

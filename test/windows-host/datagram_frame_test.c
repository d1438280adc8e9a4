/* What heads of datagrams promise; with -DFUZZ their entry for fuzzers. */
#include "datagram_frame.h"

#include <stdlib.h>
#include <string.h>

#ifdef FUZZ
#include "fuzz.h"

const char *const fuzz_seeds[] = {"\x01\x13\x04\xC0\x01\x7F\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01", NULL};
const char *const fuzz_words[] = {"\x04", "\x06", "\x10\x13", "\x10\x14", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t again[DATAGRAM_HEAD_BYTES];
    Datagram datagram;
    if (size < DATAGRAM_HEAD_BYTES || !datagram_head_read(&datagram, data)) return 0;
    if (datagram.length > DATAGRAM_MOST_BYTES || datagram.port == 0 || (datagram.family != 4 && datagram.family != 6)) abort();
    datagram_head_write(again, &datagram);
    if (memcmp(again, data, sizeof again) != 0) abort();
    return 0;
}
#else
#include "expect.h"

static bool reads(uint32_t follows, uint8_t family, uint16_t port)
{
    uint8_t head[DATAGRAM_HEAD_BYTES] = {(uint8_t)(follows >> 8), (uint8_t)follows, family, (uint8_t)(port >> 8), (uint8_t)port};
    Datagram datagram;
    return datagram_head_read(&datagram, head);
}

int main(void)
{
    static const Datagram given = {.family = 6, .port = 49153, .length = 300, .address = {[15] = 1}};
    uint8_t head[DATAGRAM_HEAD_BYTES];
    Datagram datagram;
    datagram_head_write(head, &given);
    expect(head[0] == 1 && head[1] == 63 && head[3] == 0xC0 && head[4] == 1 && head[20] == 1, "a head is big-endian");
    expect(datagram_head_read(&datagram, head) && !memcmp(&datagram, &given, sizeof given), "it is read as it was written");
    expect(reads(19, 4, 53) && reads(19 + DATAGRAM_MOST_BYTES, 4, 53), "an empty one and the longest are read");
    expect(!reads(18, 4, 53) && !reads(0, 4, 53) && !reads(20 + DATAGRAM_MOST_BYTES, 4, 53), "one whose length cannot be is refused");
    expect(!reads(19, 5, 53) && !reads(19, 0, 53), "another family is refused");
    expect(!reads(19, 4, 0), "port 0 is nobody's");
    return expect_end();
}
#endif

#include "json.h"

#include <string.h>

#include "unicode.h"

#define MAX_DIGITS 15 /* below 2^53: JavaScript reads the same number */

typedef struct {
    const char *text;
    size_t at, end;
    JsonNode *nodes;
    uint32_t count, room;
} Reader;

static int hex4(const char *digits)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        char c = digits[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* The code point of the escape at `at` (behind its backslash), -1 when it is none. *used: bytes behind the backslash. */
static int32_t escape(const char *at, size_t left, size_t *used)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name;
    int high, low;
    *used = 1;
    if (left < 1) return -1;
    if (*at && (name = strchr(names, *at)) != NULL) return values[name - names];
    if (*at != 'u' || left < 5 || (high = hex4(at + 1)) <= 0) return -1;
    *used = 5;
    if (high < 0xD800 || high > 0xDFFF) return high;
    if (high > 0xDBFF || left < 11 || at[5] != '\\' || at[6] != 'u') return -1;
    low = hex4(at + 7);
    if (low < 0xDC00 || low > 0xDFFF) return -1;
    *used = 11;
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

static void skip_blanks(Reader *r)
{
    while (r->at < r->end && r->text[r->at] && strchr(" \t\r\n", r->text[r->at])) r->at++;
}

static JsonNode *add(Reader *r, JsonKind kind)
{
    JsonNode *node;
    if (r->count == r->room) return NULL;
    node = &r->nodes[r->count++];
    node->kind = kind;
    node->from = node->to = (uint32_t)r->at;
    node->next = r->count;
    return node;
}

static bool read_string(Reader *r)
{
    JsonNode *node;
    if (r->at >= r->end || r->text[r->at] != '"') return false;
    r->at++;
    if ((node = add(r, JSON_STRING)) == NULL) return false;
    while (r->at < r->end) {
        unsigned char c = (unsigned char)r->text[r->at];
        size_t used;
        if (c == '"') {
            node->to = (uint32_t)r->at++;
            return true;
        }
        if (c < 0x20) return false;
        if (c == '\\') {
            if (escape(r->text + r->at + 1, r->end - r->at - 1, &used) < 0) return false;
            used++;
        } else if ((used = utf8_length((const unsigned char *)r->text + r->at, r->end - r->at)) == 0) {
            return false;
        }
        r->at += used;
    }
    return false;
}

static bool read_number(Reader *r)
{
    JsonNode *node = add(r, JSON_INTEGER);
    size_t digits = 0, first;
    if (node == NULL) return false;
    if (r->text[r->at] == '-') r->at++;
    for (first = r->at; r->at < r->end && r->text[r->at] >= '0' && r->text[r->at] <= '9'; r->at++) digits++;
    if (digits == 0 || digits > MAX_DIGITS || (digits > 1 && r->text[first] == '0')) return false;
    if (r->at < r->end && r->text[r->at] && strchr(".eE", r->text[r->at])) return false;
    node->to = (uint32_t)r->at;
    return true;
}

static bool read_word(Reader *r, const char *word, JsonKind kind)
{
    size_t length = strlen(word);
    JsonNode *node;
    if (r->end - r->at < length || memcmp(r->text + r->at, word, length) != 0) return false;
    if ((node = add(r, kind)) == NULL) return false;
    r->at += length;
    node->to = (uint32_t)r->at;
    return true;
}

static bool read_scalar(Reader *r)
{
    switch (r->text[r->at]) {
    case '"': return read_string(r);
    case 'n': return read_word(r, "null", JSON_NULL);
    case 'f': return read_word(r, "false", JSON_FALSE);
    case 't': return read_word(r, "true", JSON_TRUE);
    default: return read_number(r);
    }
}

static bool read_name(Reader *r)
{
    skip_blanks(r);
    if (!read_string(r)) return false;
    skip_blanks(r);
    if (r->at >= r->end || r->text[r->at] != ':') return false;
    r->at++;
    return true;
}

typedef struct {
    uint32_t nodes[JSON_MAX_DEPTH];
    uint32_t depth;
} Open;

static char closer_of(JsonKind kind)
{
    return kind == JSON_OBJECT ? '}' : ']';
}

/* Behind a value (or in a list without one): closes what ends here, and stops where the next value stands. *over: the document has ended. */
static bool close_values(Reader *r, Open *open, bool is_empty, bool *over)
{
    for (*over = false; open->depth > 0; is_empty = false) {
        JsonNode *outer = &r->nodes[open->nodes[open->depth - 1]];
        skip_blanks(r);
        if (r->at >= r->end) return false;
        if (r->text[r->at] == ',' && !is_empty) {
            r->at++;
            return outer->kind == JSON_ARRAY || read_name(r);
        }
        if (r->text[r->at] != closer_of(outer->kind)) return false;
        r->at++;
        outer->to = (uint32_t)r->at;
        outer->next = r->count;
        open->depth--;
    }
    skip_blanks(r);
    *over = true;
    return r->at == r->end;
}

bool json_read(Json *json, const char *text, size_t length, JsonNode *nodes, uint32_t room)
{
    Reader r = {text, 0, length, nodes, 0, room};
    Open open = {{0}, 0};
    if (length > UINT32_MAX) return false;
    for (bool over = false; !over;) {
        bool is_empty = false;
        skip_blanks(&r);
        if (r.at >= r.end) return false;
        if (text[r.at] == '{' || text[r.at] == '[') {
            JsonKind kind = text[r.at] == '{' ? JSON_OBJECT : JSON_ARRAY;
            if (open.depth == JSON_MAX_DEPTH || add(&r, kind) == NULL) return false;
            open.nodes[open.depth++] = r.count - 1;
            r.at++;
            skip_blanks(&r);
            is_empty = r.at < r.end && text[r.at] == closer_of(kind);
            if (!is_empty) {
                if (kind == JSON_OBJECT && !read_name(&r)) return false;
                continue;
            }
        } else if (!read_scalar(&r)) {
            return false;
        }
        if (!close_values(&r, &open, is_empty, &over)) return false;
    }
    *json = (Json){text, nodes, r.count};
    return true;
}

bool json_is(const Json *json, uint32_t node, JsonKind kind)
{
    return node < json->count && json->nodes[node].kind == kind;
}

uint32_t json_first(const Json *json, uint32_t list)
{
    if (!json_is(json, list, JSON_ARRAY) && !json_is(json, list, JSON_OBJECT)) return JSON_NONE;
    return json->nodes[list].next > list + 1 ? list + 1 : JSON_NONE;
}

uint32_t json_after(const Json *json, uint32_t list, uint32_t element)
{
    uint32_t next = json->nodes[element].next;
    return next < json->nodes[list].next ? next : JSON_NONE;
}

uint32_t json_count(const Json *json, uint32_t list)
{
    uint32_t count = 0;
    if (!json_is(json, list, JSON_ARRAY)) return 0;
    for (uint32_t at = json_first(json, list); at != JSON_NONE; at = json_after(json, list, at)) count++;
    return count;
}

uint32_t json_field(const Json *json, uint32_t object, const char *name)
{
    uint32_t found = JSON_NONE;
    if (!json_is(json, object, JSON_OBJECT)) return JSON_NONE;
    for (uint32_t at = json_first(json, object); at != JSON_NONE;) {
        uint32_t value = at + 1; /* a name is one node */
        if (json_equals(json, at, name)) {
            if (found != JSON_NONE) return JSON_NONE;
            found = value;
        }
        at = json_after(json, object, value);
    }
    return found;
}

bool json_integer(const Json *json, uint32_t node, int64_t least, int64_t most, int64_t *out)
{
    int64_t value = 0;
    bool negative;
    if (node == JSON_NONE || !json_is(json, node, JSON_INTEGER)) return false;
    negative = json->text[json->nodes[node].from] == '-';
    for (uint32_t at = json->nodes[node].from + negative; at < json->nodes[node].to; at++)
        value = value * 10 + (json->text[at] - '0');
    *out = negative ? -value : value;
    return *out >= least && *out <= most;
}

bool json_boolean(const Json *json, uint32_t node, bool *out)
{
    if (node == JSON_NONE) return false;
    *out = json_is(json, node, JSON_TRUE);
    return *out || json_is(json, node, JSON_FALSE);
}

bool json_string(const Json *json, uint32_t node, char *out, size_t room)
{
    size_t length = 0;
    if (node == JSON_NONE || room == 0 || !json_is(json, node, JSON_STRING)) return false;
    for (size_t at = json->nodes[node].from, end = json->nodes[node].to; at < end;) {
        char bytes[4];
        size_t used = 1, count = 1;
        bytes[0] = json->text[at];
        if (bytes[0] == '\\') {
            count = utf8_put((uint32_t)escape(json->text + at + 1, end - at - 1, &used), bytes);
            used++;
        }
        if (length + count >= room) return false;
        memcpy(out + length, bytes, count);
        length += count;
        at += used;
    }
    out[length] = 0;
    return true;
}

char *json_text(const Json *json, uint32_t node, size_t most_points, Memory *memory)
{
    size_t room;
    char *out;
    if (node == JSON_NONE || !json_is(json, node, JSON_STRING)) return NULL;
    room = json->nodes[node].to - json->nodes[node].from + 1u; /* resolved escapes are shorter */
    out = memory_take(memory, room);
    if (out == NULL || !json_string(json, node, out, room)) return NULL;
    return utf8_points(out, strlen(out)) <= most_points ? out : NULL;
}

bool json_equals(const Json *json, uint32_t node, const char *text)
{
    char found[64]; /* longer than every name of the protocol */
    return json_string(json, node, found, sizeof found) && strcmp(found, text) == 0;
}

int json_word(const Json *json, uint32_t node, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (json_equals(json, node, words[i])) return i;
    return -1;
}

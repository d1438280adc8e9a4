/* A strict reader of JSON (RFC 8259) for the messages of the agent. It allocates nothing while it reads, and nothing recurses. Portable. */
#ifndef SCHOOLGATE_JSON_H
#define SCHOOLGATE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"

#define JSON_MAX_DEPTH 12
/* What names "no such node": node 0 is the whole document, so no field can be it. */
#define JSON_NONE 0u

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_INTEGER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct {
    JsonKind kind;
    uint32_t from, to; /* its bytes in the text; a string's without the quotes */
    uint32_t next;     /* the node behind it and all that is in it */
} JsonNode;

typedef struct {
    const char *text;
    const JsonNode *nodes;
    uint32_t count;
} Json;

/*
 * Reads one document into `nodes`, in the order of the text; an object's names and values alternate. Refused: anything behind the document, numbers that are no
 * integers of at most 15 digits, ill-formed UTF-8, lone surrogates, U+0000, more nodes than `room`, more depth than JSON_MAX_DEPTH. The text must outlive the result.
 */
bool json_read(Json *json, const char *text, size_t length, JsonNode *nodes, uint32_t room);

bool json_is(const Json *json, uint32_t node, JsonKind kind);
/* The value of a name that an object has exactly once; JSON_NONE when it is no object, or has it not, or twice. */
uint32_t json_field(const Json *json, uint32_t object, const char *name);
/* The first element of a list, and the one behind an element; JSON_NONE at the end. */
uint32_t json_first(const Json *json, uint32_t list);
uint32_t json_after(const Json *json, uint32_t list, uint32_t element);
/* Elements of a list; 0 when it is none. */
uint32_t json_count(const Json *json, uint32_t list);
bool json_integer(const Json *json, uint32_t node, int64_t least, int64_t most, int64_t *out);
bool json_boolean(const Json *json, uint32_t node, bool *out);
/* The string, its escapes resolved, in UTF-8 with a final NUL; false when it is no string or does not fit. */
bool json_string(const Json *json, uint32_t node, char *out, size_t room);
/* As json_string, in memory of the call; NULL when it is no string, has more code points than that, or there is no memory. */
char *json_text(const Json *json, uint32_t node, size_t most_points, Memory *memory);
/* Whether it is exactly this string (at most 63 bytes); escapes are resolved. */
bool json_equals(const Json *json, uint32_t node, const char *text);
/* Which of these words it is; -1 when it is none. */
int json_word(const Json *json, uint32_t node, const char *const *words, int count);

#endif

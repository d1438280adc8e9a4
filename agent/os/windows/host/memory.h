/* Memory that lives as long as one call: what a call takes is freed together when it is answered. Portable. */
#ifndef SCHOOLGATE_MEMORY_H
#define SCHOOLGATE_MEMORY_H

#include <stddef.h>

typedef struct MemoryBlock MemoryBlock;

typedef struct {
    MemoryBlock *last;
} Memory;

/* Zeroed, aligned for every type. NULL when there is no memory. */
void *memory_take(Memory *memory, size_t bytes);
void memory_free(Memory *memory);

#endif

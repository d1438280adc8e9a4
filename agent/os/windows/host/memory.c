#include "memory.h"

#include <stdlib.h>

struct MemoryBlock {
    MemoryBlock *before;
    max_align_t bytes[];
};

void *memory_take(Memory *memory, size_t bytes)
{
    MemoryBlock *block;
    if (bytes > (size_t)-1 - sizeof *block) return NULL;
    block = calloc(1, sizeof *block + bytes);
    if (block == NULL) return NULL;
    block->before = memory->last;
    memory->last = block;
    return block->bytes;
}

void memory_free(Memory *memory)
{
    while (memory->last != NULL) {
        MemoryBlock *block = memory->last;
        memory->last = block->before;
        free(block);
    }
}

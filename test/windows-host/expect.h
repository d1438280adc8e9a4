/* What the tests of the portable modules share. A test prints `not ok - WHAT` for each promise that is broken, at last `ok` or `failed`. */
#ifndef SCHOOLGATE_EXPECT_H
#define SCHOOLGATE_EXPECT_H

#include <stdbool.h>
#include <stdio.h>

static int expect_failures;

static void expect(bool holds, const char *what)
{
    if (holds) return;
    expect_failures++;
    printf("not ok - %s\n", what);
}

/* The exit status. */
static int expect_end(void)
{
    printf("%s\n", expect_failures == 0 ? "ok" : "failed");
    return expect_failures != 0;
}

#endif

import type { Test } from 'tap';

/**
 * A folder of the test's own, with content as `t.testdir` takes it. Use it instead of `t.testdir`: called before the first `t.teardown`, that one takes the folder
 * away before what was given to `t.teardown` runs, and so from under servers and agents that are still writing there.
 */
export function testFolder(t: Test, content: Parameters<Test['testdir']>[0] = {}): string {
  t.teardown(() => undefined);
  return t.testdir(content);
}

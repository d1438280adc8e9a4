import t from 'tap';
import { traceIdOf } from '../../../../../api/http/headers/trace-context.ts';

t.test('the trace id of a well-formed traceparent is taken, anything else is ignored', (t) => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  t.equal(traceIdOf(`00-${trace}-00f067aa0ba902b7-01`), trace);
  t.equal(traceIdOf(`01-${trace}-00f067aa0ba902b7-01-later`), trace, 'a later version may say more');
  for (const bad of [
    undefined,
    '',
    'x',
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
  ]) {
    t.equal(traceIdOf(bad), null, String(bad));
  }
  t.end();
});

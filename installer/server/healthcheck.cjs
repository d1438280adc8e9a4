// Whether the server of this container answers: exit status 0 or 1. It is asked by the container's own loopback, where its certificate is not to be proven.
'use strict';

const port = process.env.SCHOOLGATE_HTTP_PORT || '8080';

function ask(scheme, otherwise) {
  require(`node:${scheme}`)
    .get(`${scheme}://127.0.0.1:${port}/healthz`, { rejectUnauthorized: false, timeout: 3000 }, (answer) =>
      process.exit(answer.statusCode === 200 ? 0 : 1),
    )
    .on('timeout', () => process.exit(1))
    .on('error', otherwise);
}

ask('https', () => ask('http', () => process.exit(1)));

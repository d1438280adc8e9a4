// Webhooks: node webhook-receiver.mjs 9000 whsec_… prints each event that the server has signed.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@schoolgate/sdk';

const [port, secret] = process.argv.slice(2);
const receiver = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(await buffer(request), request.headers, secret);
    console.log(event.id, event.type, event.device_id ?? '');
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(error.message);
  }
});
// On this computer alone: a web server in front of it has the address that Schoolgate is told, and the certificate.
receiver.listen(Number(port), '127.0.0.1', () => console.log(`listening on port ${receiver.address().port}`));

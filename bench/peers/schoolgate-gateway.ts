import { createGateway } from '../../gateway/gateway.ts';
import { benchGatewayOptions, fleetForIpc, openBenchStore } from './bench-store.ts';
import { servePeer } from './peer-process.ts';

/** Schoolgate's gateway over a real SQLite file, with the fleet enrolled. */
const { store, fleet, remove } = await openBenchStore(Number(process.argv[2]));
const gateway = createGateway(benchGatewayOptions(store));
await gateway.start();

servePeer({ port: gateway.addresses().tcp?.port, fleet: fleetForIpc(fleet) }, async () => {
  await gateway.stop();
  await remove();
});

import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { EnrollRequest, EnrollResponse, HardwareFacts } from '../../contracts/enrollment/enrollment.ts';
import { type DeviceId, isId } from '../../contracts/ids.ts';
import { JWS_TYPES } from '../../contracts/mqtt/messages.ts';
import {
  exportSigningKey,
  generateSigningKey,
  importSigningKey,
  sha256,
  signJws,
} from '../../kit/signing.ts';
import { SIMULATED_AGENT_VERSION } from './messages.ts';

/** What a simulated device keeps of its enrollment; JSON, so that a second start finds its devices again. */
export interface SimulatedIdentity {
  readonly deviceId: DeviceId;
  /** Its private key, PKCS #8 PEM. */
  readonly privateKey: string;
  readonly serverPublicKey: string;
  readonly certificateAuthority: string;
  readonly mqttUrls: readonly string[];
  /** Its last connection epoch; the next is higher. */
  readonly epoch: number;
}

/** After this many refusals by the rate limit something else is wrong. */
const MAX_TRIES = 20;
const DEFAULT_RETRY_SECONDS = 2;

export interface Enroller {
  /** Enrolls one device over HTTP with a new key, waiting as the server asks when it has had too many. @throws Error with its words */
  enroll(token: string, hardware: HardwareFacts): Promise<SimulatedIdentity>;
  close(): Promise<void>;
}

/** Enrolls devices with one server, by the protocol of contracts/enrollment. */
export function createEnroller({
  server,
  certificateAuthority,
}: {
  readonly server: string;
  readonly certificateAuthority: string;
}): Enroller {
  const agent = new Agent({ connect: { ca: certificateAuthority } });
  return {
    async enroll(token, hardware) {
      const key = generateSigningKey();
      const proof = await signJws(sha256(token), key, JWS_TYPES.enrollment);
      const body: EnrollRequest = {
        token,
        publicKey: key.publicKey,
        proof,
        hardware,
        agentVersion: SIMULATED_AGENT_VERSION,
      };
      const answer = await post(agent, new URL('/agent/v1/enroll', server), body);
      if (!isId('dev', answer.deviceId)) throw new Error('the server answered with a malformed device id');
      const { deviceId, serverPublicKey, mqttUrls } = answer;
      return {
        deviceId,
        privateKey: exportSigningKey(key),
        serverPublicKey,
        certificateAuthority,
        mqttUrls,
        epoch: 0,
      };
    },
    close: () => agent.close(),
  };
}

async function post(agent: Agent, url: URL, body: EnrollRequest): Promise<EnrollResponse> {
  for (let attempt = 1; ; attempt++) {
    const answer = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 200 || answer.statusCode === 201) return JSON.parse(text) as EnrollResponse;
    if (answer.statusCode !== 429 || attempt === MAX_TRIES)
      throw new Error(`enrollment answered ${answer.statusCode}: ${text.slice(0, 300)}`);
    await pause((Number(answer.headers['retry-after']) || DEFAULT_RETRY_SECONDS) * 1_000);
  }
}

/** The signing key of an identity. */
export function keyOf({ privateKey }: Pick<SimulatedIdentity, 'privateKey'>) {
  return importSigningKey(privateKey);
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabResult } from './laptop-lab.ts';
import { PLACES, type SchoolLab } from './school-lab.ts';

/** The networks that the laptop of a school lab with a café can be in. */
export interface LabNetworks {
  /** Another address of the laptop in its school: as if it had moved to another floor. */
  joinSchool(place: SchoolPlace): Promise<void>;
  joinCafe(): Promise<void>;
  /** No cable, no Wi-Fi. */
  leave(): Promise<void>;
  /** From now on a sign-in page stands before everything in the café. */
  raisePortal(): Promise<void>;
  /** Somebody has signed in. */
  openPortal(): Promise<void>;
  /** The same café under another gateway: to the laptop a new network. */
  becomeAnotherCafe(): Promise<void>;
}

export interface SchoolPlace {
  readonly address: string;
  readonly gateway: string;
  readonly resolver: string;
}

/** Where the laptop of the lab begins. */
export const CLASSROOM: SchoolPlace = {
  address: '10.200.0.2',
  gateway: PLACES.networkResolver,
  resolver: PLACES.networkResolver,
};

const PORTAL_RULES = `table ip cafe {
  chain incoming {
    type nat hook prerouting priority -100;
    iifname "cafe" tcp dport 80 redirect to :80
  }
  chain input {
    type filter hook input priority 0;
    iifname "cafe" ip daddr ${PLACES.cafe} tcp dport 80 accept
    iifname "cafe" ip daddr ${PLACES.cafe} udp dport 53 accept
    iifname "cafe" ip protocol { tcp, udp } drop
  }
}`;

export function networksOf(lab: SchoolLab): LabNetworks {
  const { cable } = lab.names;
  const must = async (result: Promise<LabResult>): Promise<void> => {
    const { code, stderr } = await result;
    if (code !== 0) throw new Error(`the network did not change: ${stderr}`);
  };
  const onLaptop = (script: string): Promise<void> => must(lab.root('sh', '-ec', script));
  const resolver = (address: string): Promise<void> =>
    writeFile(join(lab.etc, 'resolv.conf'), `nameserver ${address}\n`);
  const down = `ip link set wlan0 down; ip link set ${cable} down
    ip address flush dev wlan0; ip address flush dev ${cable}`;
  return {
    leave: () => onLaptop(down),
    async joinSchool({ address, gateway, resolver: other }) {
      await resolver(other);
      await onLaptop(`${down}
        ip address add ${address}/24 dev ${cable}
        ip address add fd00:200::2/64 dev ${cable} nodad
        ip link set ${cable} up
        ip route add default via ${gateway}
        ip route add default via fd00:200::1`);
    },
    async joinCafe() {
      await resolver(PLACES.cafe);
      await onLaptop(`${down}
        ip address add 10.210.0.2/24 dev wlan0
        ip link set wlan0 up
        ip route add default via ${PLACES.cafe}`);
    },
    raisePortal: () => must(lab.net('nft', PORTAL_RULES)),
    openPortal: () => must(lab.net('nft', 'delete table ip cafe')),
    becomeAnotherCafe: () => must(lab.net('ip', 'link', 'set', 'cafe', 'address', '02:00:00:00:ca:fe')),
  };
}

import t from 'tap';
import { DEFAULT_FILTER_SETTINGS } from '../../../../contracts/policy/settings.ts';

t.test('where no policy says otherwise, the stricter holds, and what breaks programs is off', async (t) => {
  t.strictSame(DEFAULT_FILTER_SETTINGS, {
    failMode: 'closed',
    activityLevel: null,
    safeSearch: true,
    youtubeRestriction: 'moderate',
    lockAllowCrisisHelp: false,
    lockAllowPortal: false,
    portalGraceMinutes: 10,
    pinnedEgress: false,
    allowUnnamedHosts: false,
    tlsPorts: [4443, 5001, 8443, 9443, 10_443],
    localNetwork: 'off-campus',
    internalNames: [],
    vpnServers: [],
    allowGuestLookUps: false,
    unknownProgram: 'other-rules',
  });
});

import { AT } from '../openapi/example-values.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** One example for each schema of the second factor. */
export const SECOND_FACTOR_EXAMPLES: Readonly<Record<string, object>> = {
  SecondFactor: { enabled: true, enabledSince: AT, pending: false, recoveryCodesLeft: 9 },
  SecondFactorStart: { password: 'correct horse battery' },
  SecondFactorSetup: {
    secret: SECRET,
    uri: `otpauth://totp/Schoolgate:tea%40x.example?secret=${SECRET}&issuer=Schoolgate&algorithm=SHA1&digits=6&period=30`,
  },
  SecondFactorConfirmation: { code: '287082' },
  SecondFactorProof: { code: '287082' },
  RecoveryCodes: { codes: ['0369-CFJN-RVY1-4TW7', 'K2M8-QZ3D-7HXA-95PB'] },
};

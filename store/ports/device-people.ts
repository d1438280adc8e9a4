import type { DeviceId, UserId } from '../../contracts/ids.ts';

/** Somebody of the roster who was seen signed in to a device. */
export interface DevicePerson {
  readonly userId: UserId;
  /** The e-mail address of today in the form in which addresses are compared. */
  readonly user: string;
  readonly ouPath: string;
}

/** A sign-in as a heartbeat tells it. */
export interface SignIn {
  readonly deviceId: DeviceId;
  /** E-mail form, as reported. */
  readonly user: string;
  readonly at: number;
}

/** A time in which somebody was signed in to a device, as the device told it then. */
export interface SignInSpan {
  /** As `textKey` makes it. */
  readonly userKey: string;
  readonly from: number;
  /** Null = still. */
  readonly until: number | null;
}

/** Somebody else, or nobody, is signed in than was told before. */
export interface SignInClaim {
  readonly deviceId: DeviceId;
  readonly user: string | null;
  /** Since when that can be so: the device may have been off-line. */
  readonly from: number;
  /** When it was told; what was told before ends here. */
  readonly at: number;
}

/**
 * Who was seen signed in on which device, at most `MAX_DEVICE_PEOPLE` of each, the latest: their policies travel there. They are forgotten when the device is
 * let go or installed anew, and when the person is deleted. A change of the roster that reaches a device through one of its people gives the device a new
 * target version and wakes its delivery. Such a change is a move, another address, a new or deleted user. `saw` does the same.
 */
export interface DevicePeopleStore {
  /** Those whom the roster knows, the latest signed in first. */
  of(deviceId: DeviceId): Promise<readonly DevicePerson[]>;
  /** Takes note of sign-ins; devices where somebody whom the roster knows is new get a new target version and are woken. @returns those devices */
  saw(signIns: readonly SignIn[]): Promise<readonly DeviceId[]>;
  /** Takes note of who is signed in from when to when, in the order of the claims; keeps the latest `MAX_SIGN_INS` of a device. */
  claimed(claims: readonly SignInClaim[]): Promise<void>;
  /** When who was signed in to a device, the earliest first. Forgotten when `of` forgets. */
  signIns(deviceId: DeviceId): Promise<readonly SignInSpan[]>;
}

/** A cart of laptops goes through some classes; who comes back after twenty others has their own policies a moment after the sign-in. */
export const MAX_DEVICE_PEOPLE = 20;

/** Some weeks of a cart's laptop with eight lessons a day. */
export const MAX_SIGN_INS = 200;

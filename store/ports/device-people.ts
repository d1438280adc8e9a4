import type { DeviceId, UserId } from '../../contracts/ids.ts';

/** Somebody of the roster who was seen signed in to a device. */
export interface DevicePerson {
  readonly userId: UserId;
  /** The present e-mail address, in the form of `textKey`. */
  readonly user: string;
  readonly ouPath: string;
}

/** A sign-in reported by a heartbeat. */
export interface SignIn {
  readonly deviceId: DeviceId;
  /** E-mail form, as reported. */
  readonly user: string;
  readonly at: number;
}

/** A time in which a person was signed in to a device, by the device's heartbeats. */
export interface SignInSpan {
  /** As `textKey` makes it. */
  readonly userKey: string;
  readonly from: number;
  /** Null = still. */
  readonly until: number | null;
}

/** A change of the person signed in to a device. */
export interface SignInClaim {
  readonly deviceId: DeviceId;
  readonly user: string | null;
  /** The earliest time at which it can have begun: the device may have been off-line. */
  readonly from: number;
  /** When it was reported; the sign-in before ends here. */
  readonly at: number;
}

/**
 * Who was seen signed in on which device: the latest `MAX_DEVICE_PEOPLE` of each, whose policies the device gets. They are deleted when the device is
 * unenrolled or enrolled anew, and when the person is deleted. A change of a person in the roster (a move, another address, a new or deleted user) gives the
 * devices of that person a new target version and wakes their delivery. `saw` does the same.
 */
export interface DevicePeopleStore {
  /** The people of the device who are in the roster, the latest signed in first. */
  of(deviceId: DeviceId): Promise<readonly DevicePerson[]>;
  /** Stores sign-ins. Devices with a new person of the roster get a new target version and are woken. @returns those devices */
  saw(signIns: readonly SignIn[]): Promise<readonly DeviceId[]>;
  /** Stores changes of the person signed in, in their order; keeps the latest `MAX_SIGN_INS` of a device. */
  claimed(claims: readonly SignInClaim[]): Promise<void>;
  /** Who was signed in to a device from when to when, the earliest first. Deleted together with the people of the device. */
  signIns(deviceId: DeviceId): Promise<readonly SignInSpan[]>;
}

/** Enough for a cart of laptops that several classes use. A person who signs in again after twenty others gets the own policies a moment later. */
export const MAX_DEVICE_PEOPLE = 20;

/** Some weeks of a cart's laptop with eight lessons a day. */
export const MAX_SIGN_INS = 200;

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

/**
 * Who was seen signed in on which device, at most `MAX_DEVICE_PEOPLE` of each, the latest: their policies travel there. They are forgotten when the
 * device is let go or installed anew, and when the person is deleted. A change of the roster that reaches a device through one of its people (a move, another
 * address, a new or deleted user) gives the device a new target version and wakes its delivery; so does `saw`.
 */
export interface DevicePeopleStore {
  /** Those whom the roster knows, the latest signed in first. */
  of(deviceId: DeviceId): Promise<readonly DevicePerson[]>;
  /** Takes note of sign-ins; devices where somebody whom the roster knows is new get a new target version and are woken. @returns those devices */
  saw(signIns: readonly SignIn[]): Promise<readonly DeviceId[]>;
}

/** A cart of laptops goes through some classes; who comes back after twenty others has their own policies a moment after the sign-in. */
export const MAX_DEVICE_PEOPLE = 20;

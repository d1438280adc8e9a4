import { basename, dirname, join } from 'node:path';
import type { PackageEntry } from '../system-package.ts';
import { guidOf, MENU_FOLDER, numbersOf, PROGRAM_FOLDER, type WindowsPackage } from './windows-package.ts';

/** The same for all versions and processors, for ever: by it Windows Installer finds what it upgrades. */
const UPGRADE_CODE = guidOf('upgrade');

const INSTALLS = 'NOT REMOVE';
const REMOVES = 'REMOVE="ALL" AND NOT UPGRADINGPRODUCTCODE';

/** A step of setup-steps.c, when the installation comes to it. */
interface Step {
  readonly action: string;
  readonly entry: string;
  /** Of InstallExecuteSequence: InstallInitialize is 1500, RemoveFiles 3500, InstallFiles 4000, InstallFinalize 6600. wixl puts what is `After` something behind the end, where it never runs. */
  readonly sequence: number;
  readonly condition: string;
  readonly when: 'immediate' | 'deferred' | 'rollback' | 'commit';
  /** Whether a failure is none of the installation. */
  readonly ignored?: true;
  /** Windows Installer does not log what it gets. */
  readonly secret?: true;
}

/**
 * In their order. A rollback runs those of `rollback` that it has passed, backwards: when the files are there again, the service is.
 * Actions that run later than the session get nothing but the property of their own name, which MsiPrepare sets.
 */
export const STEPS: readonly Step[] = [
  { action: 'MsiPrepare', entry: 'MsiPrepare', sequence: 1410, condition: '1', when: 'immediate' },
  {
    action: 'SchoolgateRestart',
    entry: 'MsiRestart',
    sequence: 1510,
    condition: 'Installed OR REMOVE',
    when: 'rollback',
    ignored: true,
  },
  {
    action: 'SchoolgateGiveBack',
    entry: 'MsiGiveBack',
    sequence: 1520,
    condition: REMOVES,
    when: 'deferred',
    secret: true,
  },
  {
    action: 'SchoolgateStop',
    entry: 'MsiStop',
    sequence: 1530,
    condition: '1',
    when: 'deferred',
    ignored: true,
  },
  {
    action: 'SchoolgateUndoInstall',
    entry: 'MsiUndoInstall',
    sequence: 5890,
    condition: 'NOT Installed AND NOT REMOVE AND NOT WIX_UPGRADE_DETECTED',
    when: 'rollback',
    ignored: true,
  },
  {
    action: 'SchoolgateEnroll',
    entry: 'MsiEnroll',
    sequence: 5895,
    condition: INSTALLS,
    when: 'deferred',
    ignored: true,
    secret: true,
  },
  {
    action: 'SchoolgateInstall',
    entry: 'MsiInstall',
    sequence: 5900,
    condition: INSTALLS,
    when: 'deferred',
  },
  {
    action: 'SchoolgateRemoveState',
    entry: 'MsiRemoveState',
    sequence: 6510,
    condition: REMOVES,
    when: 'commit',
    ignored: true,
  },
];

/** msidbCustomActionType: a function of a library in the table Binary, and what is added to it. */
const LIBRARY = 1;
const CONTINUE = 0x40;
const WHEN = { immediate: 0, deferred: 0x400, rollback: 0x500, commit: 0x600 } as const;
const AS_SYSTEM = 0x800;
const HIDE_TARGET = 0x2000;

function typeOf({ when, ignored, secret }: Step): number {
  const system = when === 'immediate' ? 0 : AS_SYSTEM;
  return (
    LIBRARY + WHEN[when] + system + (ignored === true ? CONTINUE : 0) + (secret === true ? HIDE_TARGET : 0)
  );
}

/**
 * What wixl 0.101 has no words for, or leaves out without one: actions of a rollback or of the end, actions that are not logged, the properties that an administrator's
 * session hands to SYSTEM's, and the removal of an old version inside the transaction, so that a failure brings it back.
 */
export const SQL: readonly string[] = [
  ...STEPS.map(
    (step) => `UPDATE \`CustomAction\` SET \`Type\` = ${typeOf(step)} WHERE \`Action\` = '${step.action}'`,
  ),
  "UPDATE `Property` SET `Value` = 'REMOVALCODE;SERVER;TOKEN;WIX_DOWNGRADE_DETECTED;WIX_UPGRADE_DETECTED' WHERE `Property` = 'SecureCustomProperties'",
  "UPDATE `InstallExecuteSequence` SET `Sequence` = 1501 WHERE `Action` = 'RemoveExistingProducts'",
];

/** Where wixl finds what it packs, from where it runs: it takes no absolute paths. */
export interface Places {
  /** The files of the entries, as on the drive. */
  readonly tree: string;
  readonly steps: string;
}

/** What wixl reads. */
export function installerSource(contents: WindowsPackage, { tree, steps }: Places): string {
  const { version } = contents;
  const inFolder = (folder: string): readonly PackageEntry[] =>
    contents.entries.filter(({ path }) => dirname(path) === folder);
  const [program, menu] = [inFolder(PROGRAM_FOLDER), inFolder(MENU_FOLDER)];
  const number = numbersOf(version);
  const hidden = ['TOKEN', 'REMOVALCODE', 'SchoolgateEnroll', 'SchoolgateGiveBack', 'CustomActionData'].join(
    ';',
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="${guidOf(`product ${contents.target} ${version}`)}" Name="Schoolgate agent" Version="${number}"
    Manufacturer="Schoolgate contributors" UpgradeCode="${UPGRADE_CODE}" Language="1033">
    <Package InstallerVersion="500" Compressed="yes" InstallScope="perMachine" Description="${escaped(contents.summary)}"/>
    <MajorUpgrade DowngradeErrorMessage="A newer version is installed. Its state cannot be read by ${escaped(version)}: remove it first."/>
    <Media Id="1" Cabinet="agent.cab" EmbedCab="yes"/>
    <Property Id="ARPNOMODIFY" Value="1"/>
    <Property Id="MsiHiddenProperties" Value="${hidden}"/>
    <Property Id="INSTALLEDBY">
      <RegistrySearch Id="InstalledBy" Root="HKLM" Key="SOFTWARE\\Schoolgate\\Agent" Name="Installer" Type="raw" Win64="yes"/>
    </Property>
    <Condition Message="The agent was installed by its setup.exe: upgrade or remove it by that.">${escaped('Installed OR INSTALLEDBY <> "exe"')}</Condition>
    <Condition Message="This needs Windows 10 or later.">Installed OR VersionNT64 &gt;= 603</Condition>
    <Binary Id="Steps" SourceFile="${escaped(steps)}"/>
${STEPS.map(({ action, entry }) => `    <CustomAction Id="${action}" BinaryKey="Steps" DllEntry="${entry}"/>`).join('\n')}
    <InstallExecuteSequence>
${STEPS.map(({ action, sequence, condition }) => `      <Custom Action="${action}" Sequence="${sequence}">${escaped(condition)}</Custom>`).join('\n')}
    </InstallExecuteSequence>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramMenuFolder">
${menu.map((entry) => component(entry, tree)).join('\n')}
      </Directory>
      <Directory Id="ProgramFiles64Folder">
        <Directory Id="ProgramFolder" Name="${basename(PROGRAM_FOLDER)}">
${program.map((entry) => component(entry, tree)).join('\n')}
          <Component Id="Settings" Guid="${guidOf('component settings')}" Win64="yes">
            <RegistryValue Root="HKLM" Key="SOFTWARE\\Schoolgate\\Agent" Name="Installer" Value="msi" Type="string" KeyPath="yes"/>
            <RegistryValue Root="HKLM" Key="SOFTWARE\\Schoolgate\\Agent" Name="Version" Value="${number}.0" Type="string"/>
          </Component>
        </Directory>
      </Directory>
    </Directory>
    <Feature Id="Agent" Level="1">
${[...menu, ...program].map(({ path }) => `      <ComponentRef Id="${idOf(path)}"/>`).join('\n')}
      <ComponentRef Id="Settings"/>
    </Feature>
  </Product>
</Wix>
`;
}

/** One file a component, as Windows Installer counts and repairs them. */
function component({ path }: PackageEntry, tree: string): string {
  return `          <Component Id="${idOf(path)}" Guid="${guidOf(`component ${path}`)}" Win64="yes">
            <File Id="File.${idOf(path)}" Name="${escaped(basename(path))}" Source="${escaped(join(tree, path))}" KeyPath="yes"/>
          </Component>`;
}

/** Of letters, digits, dots and underscores. */
function idOf(path: string): string {
  return basename(path).replaceAll(/[^A-Za-z0-9.]/g, '_');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

import type { Device } from '../../../../sdk/node/index.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/status.tsx';
import { deviceWords } from '../words.ts';
import { unitName } from './unit-name.ts';

/** Whose laptop it is, and of which unit: the line below its name. */
export function DeviceAbout({ device }: { readonly device: Device }) {
  const w = deviceWords.read();
  return (
    <p className="device-about">
      <span className="row">
        <Icon name="users" />
        <span className="visually-hidden">{w.person}</span>
        {device.user ?? w.nobody}
      </span>
      <span className="row">
        <Icon name="school" />
        <span className="visually-hidden">{w.unit}</span>
        {unitName(device.ou)}
      </span>
      {device.assetTag === null ? null : (
        <span className="row">
          <Icon name="tag" />
          <span className="visually-hidden">{w.assetTag}</span>
          {device.assetTag}
        </span>
      )}
      {device.tags.map((tag) => (
        <Pill key={tag} tone="quiet">
          {tag}
        </Pill>
      ))}
    </p>
  );
}

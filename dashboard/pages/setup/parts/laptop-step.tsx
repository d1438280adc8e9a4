import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Device } from '../../../../sdk/node/index.ts';
import { Block } from '../../../ui/block.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Connection, Lock, Protection } from '../../../ui/status.tsx';
import { askFirstDevices } from '../queries.ts';
import { setupWords } from '../words.ts';
import { EnrollmentForm } from './enrollment-form.tsx';

/** The command for the first laptop; the laptop appears as soon as it is enrolled. */
export function LaptopStep() {
  const w = setupWords.read();
  const devices = useQuery(askFirstDevices());
  return (
    <>
      <Block title={w.steps.laptop}>
        <p className="setup-text">{w.laptopText}</p>
        <EnrollmentForm />
      </Block>
      <div aria-live="polite">
        <Loaded query={devices} rows={2}>
          {({ data, total }) =>
            total === 0 ? (
              <p className="setup-waiting">{w.waiting}</p>
            ) : (
              <Block title={w.arrived(total)}>
                <p className="setup-text">{w.arrivedText}</p>
                {data.map((device) => (
                  <Laptop key={device.id} device={device} />
                ))}
              </Block>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function Laptop({ device }: { readonly device: Device }) {
  const w = setupWords.read();
  const { id, name } = device;
  return (
    <div className="setup-laptop">
      <Link className="setup-laptop-name" to="/devices/$id/{-$tab}" params={{ id, tab: undefined }}>
        {name}
      </Link>
      <Connection device={device} />
      <Protection device={device} />
      <Lock lock={device.lock} />
      <LinkButton to="/devices/$id/{-$tab}" params={{ id, tab: undefined }} search={{ act: 'lock' }}>
        {w.lockIt(name)}
      </LinkButton>
    </div>
  );
}

import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { school } from '../../../app/client/school.ts';
import { common } from '../../../app/words/common.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem, problemText } from '../../../ui/problem.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';
import type { DeviceQuestion } from '../queries.ts';
import { devicesWords } from '../words.ts';
import { allDevices } from './all-devices.ts';
import type { Target } from './commands.ts';
import { DeviceName } from './device-name.tsx';
import { MOST_NAMED } from './use-selection.ts';

/** Laptops that are moved at the same time. */
const AT_ONCE = 4;

interface Failure {
  readonly id: string;
  readonly error: unknown;
}

interface Move {
  readonly opened: boolean;
  readonly question: DeviceQuestion;
  readonly target: Target;
  readonly count: number;
  readonly onClose: () => void;
}

/** Moves laptops into another unit. The API moves them one by one; whoever could not be moved is listed, and can be tried again. */
export function MoveDialog({ opened, ...move }: Move) {
  const title = devicesWords.read().moveTitle(move.count);
  return (
    <Dialog opened={opened} onClose={move.onClose} title={title}>
      {opened && <MoveForm {...move} />}
    </Dialog>
  );
}

function MoveForm({ question, target, count, onClose }: Omit<Move, 'opened'>) {
  const w = devicesWords.read();
  const [unit, setUnit] = useState('');
  const mover = useMover(question, target);
  const { move, done, failures } = mover;
  const isTooMany = count > MOST_NAMED;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    move.mutate({ unit, again: null });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        {isTooMany && <Notice kind="warn">{w.moveCap(MOST_NAMED)}</Notice>}
        <UnitField label={w.moveTo} value={unit} onChange={setUnit} required />
        <p className="quiet">{w.moveHint}</p>
        {(move.isPending || move.isSuccess) && (
          <div role="status">
            <progress className="devices-progress" max={mover.wanted} value={done} aria-label={w.moving} />
            <span className="text-meta">{w.moved(done - failures.length, mover.wanted)}</span>
          </div>
        )}
        {failures.length > 0 && <Failures failures={failures} />}
        <Problem error={move.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {move.isSuccess ? common.read().close : common.read().cancel}
          </Button>
          {failures.length > 0 && !move.isPending ? (
            <Button onClick={() => move.mutate({ unit, again: failures.map(({ id }) => id) })}>
              {w.tryThose(failures.length)}
            </Button>
          ) : (
            <Button
              type="submit"
              loading={move.isPending}
              disabled={isTooMany || unit === '' || move.isSuccess}
            >
              {w.moveAct(count)}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </form>
  );
}

function Failures({ failures }: { readonly failures: readonly Failure[] }) {
  const w = devicesWords.read();
  return (
    <Notice kind="bad" title={w.notMoved(failures.length)}>
      <ul className="devices-failures">
        {failures.map(({ id, error }) => (
          <li key={id}>
            <DeviceName id={id} /> {problemText(error)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface Order {
  readonly unit: string;
  /** Null = all of the target. */
  readonly again: readonly string[] | null;
}

function useMover(question: DeviceQuestion, target: Target) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState(0);
  const [done, setDone] = useState(0);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const move = useMutation({
    async mutationFn({ unit, again }: Order) {
      stop.current = new AbortController();
      const { signal } = stop.current;
      const ids = again ?? (await idsOf(question, target, signal));
      setWanted(ids.length);
      setDone(0);
      setFailures([]);
      await eachOf(ids, async (id) => {
        if (signal.aborted) return;
        try {
          await school.devices.update(id, { ou: unit }, { signal });
        } catch (error) {
          setFailures((before) => [...before, { id, error }]);
        }
        setDone((before) => before + 1);
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['devices'] }),
  });
  return { move, wanted, done, failures };
}

async function idsOf(
  question: DeviceQuestion,
  target: Target,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if ('deviceIds' in target) return target.deviceIds;
  return (await allDevices(question, { most: MOST_NAMED, signal })).map(({ id }) => id);
}

/** Takes the next as soon as one is done, so that some are always under way. */
async function eachOf(ids: readonly string[], run: (id: string) => Promise<void>): Promise<void> {
  const rest = [...ids];
  const work = async (): Promise<void> => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) await run(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

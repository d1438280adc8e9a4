import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { number } from '../../../app/words/numbers.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { DeviceQuestion } from '../queries.ts';
import { devicesWords } from '../words.ts';
import { allDevices } from './all-devices.ts';
import { csvOf, saveFile } from './csv.ts';
import type { Layout } from './layout.ts';

/** More rows than this a file does not get: a browser holds them in memory. */
const MOST_ROWS = 20_000;

interface Export {
  readonly question: DeviceQuestion;
  readonly total: number;
  readonly layout: Layout;
}

/** What fits the filters, as a file with the columns shown. */
export function ExportButton({ question, total, layout }: Export) {
  const w = devicesWords.read();
  const [read, setRead] = useState(0);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const save = useMutation({
    async mutationFn() {
      stop.current = new AbortController();
      const { signal } = stop.current;
      setRead(0);
      const devices = await allDevices(question, { most: MOST_ROWS, signal, onRead: setRead });
      saveFile(`${w.fileName}.csv`, csvOf(devices, layout.columns, w.columns));
    },
  });
  const isCut = total > MOST_ROWS;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        disabled={total === 0 || save.isPending}
        onClick={() => save.mutate()}
        {...(isCut ? { title: w.exportCut(MOST_ROWS) } : {})}
      >
        {save.isPending ? w.exporting(number(read)) : w.export}
      </Button>
      {isCut && <span className="quiet text-meta">{w.exportCut(MOST_ROWS)}</span>}
      <Problem error={save.error} retry={() => save.mutate()} />
    </>
  );
}

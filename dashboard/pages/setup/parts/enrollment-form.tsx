import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CreatedEnrollmentToken } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { CopyBlock } from '../../../ui/copy-text.tsx';
import { fieldProblem, Problem } from '../../../ui/problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { enrollmentCommand, type LaptopSystem, SYSTEMS } from '../enrollment-commands.ts';
import { setupWords } from '../words.ts';

/** Enough to try a few laptops, and too few to matter if the command is lost. */
const USES = 5;
const DAY_MS = 86_400_000;

/** Makes a token, and shows what is typed on a laptop of each system. */
export function EnrollmentForm() {
  const w = setupWords.read();
  const [unit, setUnit] = useState('/');
  const make = useMutation({
    mutationFn: async (ou: string) =>
      await school.enrollmentTokens.create({
        name: w.steps.laptop,
        ou,
        maxUses: USES,
        expiresAt: new Date(Date.now() + DAY_MS),
      }),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    make.mutate(unit.trim());
  };
  return (
    <Stack gap={16}>
      <form onSubmit={submit}>
        <Stack gap={12} align="flex-start">
          <TextInput
            className="setup-field"
            name="unit"
            label={w.unit}
            description={w.unitHint}
            autoComplete="off"
            value={unit}
            onChange={({ currentTarget: { value } }) => setUnit(value)}
            maxLength={1_000}
            required
            withAsterisk={false}
            error={fieldProblem(make.error, '#/ou')}
          />
          <Problem error={make.error} />
          <Button
            type="submit"
            variant={make.data === undefined ? 'filled' : 'default'}
            loading={make.isPending}
          >
            {w.makeCommand}
          </Button>
        </Stack>
      </form>
      {make.data !== undefined && <Commands made={make.data} />}
    </Stack>
  );
}

function Commands({ made }: { readonly made: CreatedEnrollmentToken }) {
  const w = setupWords.read();
  const [system, setSystem] = useState<LaptopSystem>('debian');
  return (
    <Stack gap={12}>
      <p className="setup-text">{w.commandText(made.maxUses ?? USES)}</p>
      <SelectField
        className="setup-field"
        label={w.system}
        value={system}
        onChange={(value) => setSystem(SYSTEMS.find((one) => one === value) ?? 'debian')}
        data={SYSTEMS.map((value) => ({ value, label: w.systems[value] }))}
      />
      <p className="setup-text quiet">{w.systemHints[system]}</p>
      <CopyBlock text={enrollmentCommand(system, made)} label={w.command} />
    </Stack>
  );
}

import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type {
  AccessRequestAllowed,
  AccessRequestAllowedFor,
  AccessRequestDetail,
  ClassroomSession,
} from '../../../../sdk/node/index.ts';
import { useSession } from '../../../app/client/session.ts';
import { clockTime } from '../../../app/time/tell.ts';
import { common } from '../../../app/words/common.ts';
import { requestsWords } from '../words.ts';
import { HOUR_MINUTES, minutesOfToday, minutesUntil } from './duration.ts';
import type { Asker } from './use-asker.ts';
import { useLesson } from './use-lesson.ts';

const MAX_WORDS = 300;

interface AllowFormProps {
  readonly detail: AccessRequestDetail;
  readonly asker: Asker;
  readonly busy: boolean;
  readonly allow: (chosen: AccessRequestAllowed) => void;
  readonly onClose: () => void;
}

/** For whom and how long it is allowed, with words to the student. */
export function AllowForm({ detail, asker, busy, allow, onClose }: AllowFormProps): ReactNode {
  const w = requestsWords.read();
  const lesson = useLesson(detail);
  const [whom, setWhom] = useState<AccessRequestAllowedFor>(asker.isKnown ? 'student' : 'device');
  const [length, setLength] = useState<string>('hour');
  const [words, setWords] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const told = words.trim();
    allow({
      decision: 'allow',
      for: whom,
      ttlMinutes: minutesOf(length, lesson ?? null),
      ...(told === '' ? {} : { words: told }),
    });
  };
  return (
    <form className="requests-panel" onSubmit={submit} aria-label={w.choose}>
      <Radio.Group label={w.forWhom} value={whom} onChange={setWhom}>
        <WhomOptions asker={asker} lesson={lesson} />
      </Radio.Group>
      <Radio.Group label={w.howLong} value={length} onChange={setLength}>
        <Stack gap={8} mt={4}>
          <Radio value="hour" label={w.oneHour} />
          <Radio
            value="lesson"
            label={lesson ? w.untilLessonEnds(clockTime(lesson.endsAt)) : w.noLesson}
            disabled={!lesson}
          />
          <Radio value="today" label={w.today} />
        </Stack>
      </Radio.Group>
      <TextInput
        label={w.wordsToStudent}
        description={w.wordsOptional}
        value={words}
        maxLength={MAX_WORDS}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Group gap={8}>
        <Button type="submit" loading={busy}>
          {w.allowSite(detail.host)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common.read().cancel}
        </Button>
      </Group>
    </form>
  );
}

interface WhomOptionsProps {
  readonly asker: Asker;
  /** Null = there is none; undefined = it cannot be told. */
  readonly lesson: ClassroomSession | null | undefined;
}

function WhomOptions({ asker, lesson }: WhomOptionsProps): ReactNode {
  const w = requestsWords.read();
  const { ou } = useSession();
  return (
    <Stack gap={8} mt={4}>
      <Radio
        data-autofocus
        autoFocus
        value="student"
        label={asker.isKnown ? w.onlyStudent(asker.name) : w.studentUnknown}
        disabled={!asker.isKnown}
      />
      <Radio value="device" label={w.onlyLaptop(asker.laptop)} />
      <Radio
        value="session"
        label={lesson === null ? w.noClass : w.wholeClass(lesson?.name ?? null)}
        disabled={lesson === null}
      />
      <Radio value="ou" label={w.wholeUnit(asker.unit)} />
      {ou === null && <Radio value="everyone" label={w.wholeSchool} />}
    </Stack>
  );
}

function minutesOf(length: string, lesson: ClassroomSession | null): number {
  const now = Date.now();
  if (length === 'today') return minutesOfToday(now);
  return length === 'lesson' && lesson !== null ? minutesUntil(Date.parse(lesson.endsAt), now) : HOUR_MINUTES;
}

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, type SignIn } from '../../../../sdk/node/index.ts';
import { school } from '../../../app/client/school.ts';
import { Problem } from '../../../ui/problem.tsx';
import { nextAddress } from '../next-address.ts';
import { signInWords } from '../words.ts';

/** Signs in with an e-mail address and a password, and asks for the code where the account has a second factor. */
export function PasswordForm({ next }: { readonly next: string | undefined }) {
  const w = signInWords.read();
  const [asksCode, setAsksCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const signIn = useMutation({
    mutationFn: async (given: SignIn) => await school.session.signIn(given),
    // A whole load: the server tells the page anew who is signed in.
    onSuccess: () => location.assign(nextAddress(next, location.origin)),
    onError: (error) => {
      if (isCodeMissing(error)) setAsksCode(true);
      else passwordField.current?.select();
    },
  });
  useEffect(() => {
    if (asksCode) codeField.current?.focus();
  }, [asksCode]);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = { email: textOf(form, 'email'), password: textOf(form, 'password') };
    signIn.mutate(asksCode ? { ...given, code: textOf(form, 'code') } : given);
  };
  // It is no mistake of the person: the field for the code says what is needed.
  const error = isCodeMissing(signIn.error) ? null : signIn.error;

  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          name="email"
          type="email"
          label={w.email}
          autoComplete="username"
          maxLength={254}
          required
          withAsterisk={false}
        />
        <PasswordInput
          ref={passwordField}
          name="password"
          label={w.password}
          autoComplete="current-password"
          maxLength={256}
          required
          withAsterisk={false}
        />
        {asksCode && (
          <TextInput
            ref={codeField}
            name="code"
            label={w.code}
            description={w.codeHint}
            autoComplete="one-time-code"
            maxLength={40}
            required
            withAsterisk={false}
          />
        )}
        <Problem error={error} />
        <Button type="submit" fullWidth loading={signIn.isPending || signIn.isSuccess}>
          {w.signIn}
        </Button>
      </Stack>
    </form>
  );
}

function isCodeMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required';
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

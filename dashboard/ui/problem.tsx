import { Button } from '@mantine/core';
import {
  ApiError,
  CallTimeoutError,
  NetworkError,
  ServerError,
  UnexpectedAnswerError,
} from '../../sdk/node/errors.ts';
import { common } from '../app/words/common.ts';
import { Icon } from './icon.tsx';
import './page.css';

/** What went wrong, in words for a person. */
export function problemText(error: unknown): string {
  const w = common.read();
  if (error instanceof ServerError) return error.detail ?? w.serverFailed;
  if (error instanceof ApiError) return withFields(error);
  if (error instanceof CallTimeoutError) return w.tookTooLong;
  if (error instanceof NetworkError) return w.noConnection;
  if (error instanceof UnexpectedAnswerError) return w.wrongAnswer;
  return error instanceof Error && error.message !== '' ? error.message : w.failed;
}

/** What the API says of one field, by its JSON pointer (`#/name`); undefined = nothing. */
export function fieldProblem(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find((one) => one.pointer === pointer)?.detail;
}

/** Shown beside what failed; nothing where nothing did. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  if (error === null || error === undefined) return null;
  const w = common.read();
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" className="notice notice-bad">
      <Icon name="alert-triangle" size={18} />
      <div className="notice-text">
        <p>{problemText(error)}</p>
        {requestId === null ? null : <p className="text-meta quiet mono">{w.requestId(requestId)}</p>}
      </div>
      {retry === undefined ? null : (
        <Button variant="default" onClick={retry}>
          {w.tryAgain}
        </Button>
      )}
    </div>
  );
}

/** The detail, and what it says of fields that no form of ours marks. */
function withFields(error: ApiError): string {
  const told = error.detail ?? error.title ?? common.read().failed;
  const fields = error.errors.map((one) => {
    const where = one.pointer?.replace(/^#\//, '') ?? one.parameter;
    return where === undefined || where === '' ? one.detail : `${where}: ${one.detail}`;
  });
  return [told, ...fields.filter((field) => !told.includes(field))].join(' ');
}

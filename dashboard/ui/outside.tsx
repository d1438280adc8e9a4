import './outside.css';
import { type ReactNode, useEffect } from 'react';

/** A page outside of the frame: for somebody who is not signed in. */
export function Outside({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – Schoolgate`;
  }, [title]);
  return (
    <main className="outside">
      <img className="outside-mark" src="/dashboard/icon.svg" alt="" width="48" height="48" />
      <h1 className="text-title">{title}</h1>
      {children}
    </main>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePreferences, useSavePreferences } from '../../../app/client/preferences.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { later } from '../../../ui/later.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { TabLinks } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toasts.ts';
import { filterOf, isFiltered, searchOf } from '../filter.ts';
import { askCount, askSummary } from '../queries.ts';
import type { DevicesSearch } from '../search.ts';
import { devicesWords } from '../words.ts';
import { countOf, ownViews, savedKey, VIEWS, type ViewKey, viewShown, withoutView } from './views.ts';

const NameForm = later(async () => (await import('./name-view-form.tsx')).NameForm);

/** The views of everybody, then those that the person has saved. */
export function ViewTabs({ search }: { readonly search: DevicesSearch }) {
  const w = devicesWords.read();
  const { savedViews } = usePreferences();
  const { data: summary } = useQuery(askSummary());
  const [silent] = useState(() => filterOf(VIEWS.offline, Date.now()));
  const { data: offline } = useQuery(askCount(silent));
  const count = (key: ViewKey): number | undefined => (key === 'offline' ? offline : countOf(key, summary));
  const fixed = (Object.keys(VIEWS) as ViewKey[]).map((key) => ({
    key: key as string,
    label: w.views[key],
    shown: count(key),
    search: VIEWS[key],
  }));
  const saved = ownViews(savedViews).map((view) => ({
    key: savedKey(view),
    label: view.name,
    shown: undefined,
    search: searchOf(view.query),
  }));
  return (
    <div className="devices-views">
      <TabLinks
        label={w.viewsLabel}
        active={viewShown(search, savedViews) ?? ''}
        items={[...fixed, ...saved].map(({ key, label, shown, search: to }) => ({
          key,
          label,
          ...(shown === undefined ? {} : { count: shown }),
          link: (props) => <Link to="/devices" search={to} {...props} />,
        }))}
      />
      <ViewMenu search={search} />
    </div>
  );
}

/** Saves what is shown under a name, and deletes what was saved. */
function ViewMenu({ search }: { readonly search: DevicesSearch }) {
  const w = devicesWords.read();
  const { savedViews } = usePreferences();
  const save = useSavePreferences();
  const [isNaming, setNaming] = useState(false);
  const close = (): void => setNaming(false);
  const remove = async (name: string): Promise<void> => {
    const before = savedViews;
    await save.mutateAsync({ savedViews: withoutView(before, name) });
    toast({
      text: w.viewDeleted(name),
      undo: () => save.mutateAsync({ savedViews: before }),
    });
  };
  const isPlain = !isFiltered(search) && search.sort === undefined;
  return (
    <>
      <ActionMenu
        label={w.viewMenu}
        items={[
          {
            label: w.saveView,
            icon: 'star',
            onPick: () => setNaming(true),
            disabled: isPlain,
            ...(isPlain ? { hint: w.saveViewHint } : {}),
          },
          ...ownViews(savedViews).map(({ name }) => ({
            label: w.deleteView(name),
            icon: 'trash' as const,
            // What goes wrong is shown by the line below the menu.
            onPick: () => void remove(name).catch(() => undefined),
            danger: true,
          })),
        ]}
      />
      <Problem error={isNaming ? null : save.error} />
      <Dialog opened={isNaming} onClose={close} title={w.saveViewTitle} size="small">
        {isNaming && <NameForm search={search} onClose={close} />}
      </Dialog>
    </>
  );
}

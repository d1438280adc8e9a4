import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AttentionItem } from '../../../../sdk/node/index.ts';
import { useMay } from '../../../app/client/session.ts';
import { common } from '../../../app/words/common.ts';
import { Block } from '../../../ui/block.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { overviewWords } from '../words.ts';
import { PlaceLink } from './place-link.tsx';
import { placeOf } from './places.ts';

/** More would be a list of their own, not a look. */
const SHOWN = 7;

const SHAPES: Readonly<Record<string, readonly [icon: IconName, tone: string]>> = {
  critical: ['alert-triangle-filled', 'bad'],
  high: ['alert-triangle', 'bad'],
  medium: ['alert-diamond', 'warn'],
  low: ['dot', 'quiet'],
  info: ['ring', 'quiet'],
};

/** What needs a person now, the most urgent first. */
export function AttentionBlock({ items }: { readonly items: readonly AttentionItem[] }) {
  const w = overviewWords.read();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? items : items.slice(0, SHOWN);
  return (
    <Block title={w.needsALook}>
      {items.length === 0 ? (
        <p className="overview-well">
          <Icon name="circle-check" size={18} />
          {w.allWell}
        </p>
      ) : (
        <ul className="overview-rows">
          {shown.map((item) => (
            <Row key={`${item.kind} ${item.link ?? ''}`} item={item} />
          ))}
        </ul>
      )}
      {shown.length < items.length ? (
        <div>
          <Button variant="default" onClick={() => setShowsAll(true)}>
            {w.showAll(items.length)}
          </Button>
        </div>
      ) : null}
    </Block>
  );
}

function Row({ item }: { readonly item: AttentionItem }) {
  const w = overviewWords.read();
  const may = useMay();
  const [icon, tone] = SHAPES[item.severity] ?? ['ring', 'quiet'];
  const sentence = w.attention[item.kind]?.(item.count) ?? w.somethingElse(item.kind, item.count);
  return (
    <li className="overview-row">
      <span className={`overview-shape overview-shape-${tone}`}>
        <Icon name={icon} size={18} />
      </span>
      <span className="visually-hidden">{common.read().severity[item.severity] ?? item.severity}:</span>
      <span className="overview-grow">
        <PlaceLink place={placeOf(item, may)}>{sentence}</PlaceLink>
      </span>
      {item.since === null ? null : (
        <span className="quiet text-meta">
          {item.count > 1 ? `${w.longest} ` : null}
          <Moment at={item.since} show="ago" />
        </span>
      )}
    </li>
  );
}

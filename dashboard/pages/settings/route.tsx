import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { Organization } from '../../../sdk/node/index.ts';
import { useMay } from '../../app/client/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { type TabLinkProps, TabLinks } from '../../ui/tabs.tsx';
import { AlertRuleSection } from './parts/alert-rule-section.tsx';
import { CampusSection } from './parts/campus-section.tsx';
import { FilteringSection } from './parts/filtering-section.tsx';
import { MailSection } from './parts/mail-section.tsx';
import { NotificationSection } from './parts/notification-section.tsx';
import { RetentionSection } from './parts/retention-section.tsx';
import { SchoolSection } from './parts/school-section.tsx';
import { SignInSection } from './parts/sign-in-section.tsx';
import { organization } from './queries.ts';
import { settingsWords } from './words.ts';
import './settings.css';

const here = getRouteApi('/frame/settings/{-$section}');

type OwnSection = ComponentType<{ readonly organization: Organization }>;

/** The sections that are settings of the organization, by their address. */
const OF_ORGANIZATION: Readonly<Record<string, OwnSection>> = {
  school: SchoolSection,
  filtering: FilteringSection,
  mail: MailSection,
  'sign-in': SignInSection,
  retention: RetentionSection,
};

const TABS = [
  { section: 'school', word: 'school', needs: 'getOrganization' },
  { section: 'filtering', word: 'filtering', needs: 'getOrganization' },
  { section: 'campuses', word: 'campuses', needs: 'listCampuses' },
  { section: 'notifications', word: 'notifications', needs: 'getAlertNotifications' },
  { section: 'alert-rules', word: 'alertRules', needs: 'listAlertRules' },
  { section: 'mail', word: 'mail', needs: 'getOrganization' },
  { section: 'sign-in', word: 'signIn', needs: 'getOrganization' },
  { section: 'retention', word: 'retention', needs: 'getOrganization' },
] as const;

/** The settings of the school, each section with its own save button. */
export function SettingsPage(): ReactNode {
  const w = settingsWords.read();
  const may = useMay();
  const { section } = here.useParams();
  const tabs = TABS.filter(({ needs }) => may(needs));
  const active = tabs.find((tab) => tab.section === section)?.section ?? tabs[0]?.section ?? 'school';
  return (
    <Page title={w.title}>
      <TabLinks
        label={w.title}
        active={active}
        items={tabs.map((tab) => ({
          key: tab.section,
          label: w.tabs[tab.word],
          link: (props: TabLinkProps) => (
            <Link
              to="/settings/{-$section}"
              params={{ section: tab.section }}
              activeOptions={{ exact: true }}
              {...props}
            />
          ),
        }))}
      />
      <div className="settings-section">
        <Shown section={active} />
      </div>
    </Page>
  );
}

function Shown({ section }: { readonly section: string }): ReactNode {
  if (section === 'campuses') return <CampusSection />;
  if (section === 'notifications') return <NotificationSection />;
  if (section === 'alert-rules') return <AlertRuleSection />;
  return <OfOrganization section={section} />;
}

function OfOrganization({ section }: { readonly section: string }): ReactNode {
  const query = useQuery(organization);
  const Section = OF_ORGANIZATION[section] ?? SchoolSection;
  return <Loaded query={query}>{(present) => <Section key={section} organization={present} />}</Loaded>;
}

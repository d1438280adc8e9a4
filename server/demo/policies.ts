import type { PolicyInput } from '../../contracts/rest/policies.ts';

/** The policies of the simulated school: one that always applies, one for lessons, one exception. */
export const DEMO_POLICIES: readonly PolicyInput[] = [
  {
    name: 'Safe browsing',
    description: 'What no school laptop opens, at any hour.',
    priority: 500,
    target: { everyone: true },
    rules: [
      {
        effect: 'block',
        locked: true,
        reason: 'This is not for school laptops.',
        match: { categories: ['adult', 'gambling', 'malware', 'phishing', 'violence', 'hate'] },
      },
      {
        effect: 'block',
        locked: true,
        reason: 'Programs and sites that lead around the filter are off.',
        match: { categories: ['vpn_proxy'] },
      },
    ],
  },
  {
    name: 'Elementary school',
    description: 'Games, social networks and chat stay off the youngest ones’ laptops.',
    target: { ous: ['/Springfield/Elementary'] },
    rules: [
      {
        effect: 'block',
        reason: 'Ask at home: school laptops have no games and no chat.',
        match: { categories: ['games', 'social', 'chat'] },
      },
    ],
  },
  {
    name: 'High school, school hours',
    description: 'Lessons have no games and no social networks; the chess club has its site.',
    target: { ous: ['/Springfield/High'] },
    schedule: {
      windows: [
        {
          days: ['mon', 'tue', 'wed', 'thu', 'fri'],
          from: '08:00',
          to: '15:30',
        },
      ],
    },
    rules: [
      {
        effect: 'block',
        reason: 'No games and no social networks in lessons.',
        match: { categories: ['games', 'social'] },
      },
      { effect: 'allow', reason: 'The chess club.', match: { domains: ['chess.com', 'lichess.org'] } },
    ],
  },
];

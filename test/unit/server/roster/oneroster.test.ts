import t from 'tap';
import { type Roster, readOneRoster } from '../../../../server/roster/oneroster.ts';
import type { RosterFile } from '../../../../server/roster/roster-file.ts';
import { hasFields } from '../../../support/has-fields.ts';

const MANIFEST = [
  'propertyName,value',
  'manifest.version,1.0',
  'oneroster.version,1.2',
  'file.orgs,bulk',
  'file.users,bulk',
  'file.roles,bulk',
].join('\r\n');
const ORGS = `sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId
d1,,,Springfield,district,,
s1,,,High,school,,d1
s2,,,"Low, lower",school,,d1
`;
const USERS_HEADER =
  'sourcedId,status,dateLastModified,enabledUser,username,givenName,familyName,email,grades,primaryOrgSourcedId';
const ROLES_HEADER =
  'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId';

const options = { ouRoot: '/', accountDomain: 'school.local', today: '2026-11-20' };

function read(
  files: Partial<Record<RosterFile, string | Uint8Array | null>>,
  changes: Partial<typeof options> = {},
): Roster {
  const all = {
    'manifest.csv': MANIFEST,
    'orgs.csv': ORGS,
    'users.csv': USERS_HEADER,
    'roles.csv': ROLES_HEADER,
    ...files,
  };
  const bytes = Object.entries(all).flatMap(([name, text]) =>
    text === null ? [] : [[name as RosterFile, typeof text === 'string' ? Buffer.from(text) : text] as const],
  );
  return readOneRoster(new Map(bytes), { ...options, ...changes });
}

const users = (...rows: string[]): string => [USERS_HEADER, ...rows].join('\n');
const roles = (...rows: string[]): string => [ROLES_HEADER, ...rows].join('\n');
const reasons = ({ rejected }: Roster): string[] =>
  rejected.map(({ file, line, reason }) => `${file} ${line}: ${reason}`);

t.test('people come with role, unit, grade, name, address and status', async (t) => {
  const { people, ouPaths, rejected, version, mode } = read({
    'users.csv': users(
      'u1,,,true,ana,Ana,Ruiz,ana@x.example,"09,10",s1',
      'u2,active,,true,tea,Tea,"O""Neil",tea@x.example,,s2',
      'u3,,,false,cem,Cem,Ak,,KG,',
      'u4,,,true,pri@x.example,Pri,,,,d1',
    ),
    'roles.csv': roles(
      'r1,,,u1,primary,student,,,s2',
      'r2,,,u2,secondary,student,,,s1',
      'r3,,,u2,primary,Teacher,,,s2',
      'r4,,,u3,primary,student,,,s2',
      'r5,,,u4,primary,principal,,,d1',
    ),
  });
  t.strictSame(rejected, []);
  hasFields(t, { version, mode }, { version: '1.2', mode: 'bulk' });
  t.strictSame(ouPaths, ['/Springfield', '/Springfield/High', '/Springfield/Low, lower']);
  t.strictSame(people, [
    {
      line: 2,
      externalId: 'u1',
      email: 'ana@x.example',
      name: 'Ana Ruiz',
      role: 'student',
      ouPath: '/Springfield/High/Grade-9',
      grade: '9',
      status: 'active',
    },
    {
      line: 3,
      externalId: 'u2',
      email: 'tea@x.example',
      name: 'Tea O"Neil',
      role: 'teacher',
      ouPath: '/Springfield/Low, lower',
      grade: null,
      status: 'active',
    },
    {
      line: 4,
      externalId: 'u3',
      email: 'cem@school.local',
      name: 'Cem Ak',
      role: 'student',
      ouPath: '/Springfield/Low, lower/Grade-KG',
      grade: 'KG',
      status: 'suspended',
    },
    {
      line: 5,
      externalId: 'u4',
      email: 'pri@x.example',
      name: 'Pri',
      role: 'admin',
      ouPath: '/Springfield',
      grade: null,
      status: 'active',
    },
  ]);
});

t.test('1.1 has role and organisations beside the user', async (t) => {
  const { people, version } = read({
    'manifest.csv': MANIFEST.replace('1.2', '1.1').replace('file.roles,bulk', 'file.roles,absent'),
    'roles.csv': null,
    'users.csv':
      'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName,email,grades\n' +
      'u1,,,true,"s1,s2",student,ana,Ana,Ruiz,ana@x.example,9\n' +
      'u2,,,true,s2,administrator,bo,Bo,Li,bo@x.example,\n',
  });
  t.equal(version, '1.1');
  hasFields(t, people, [
    { role: 'student', ouPath: '/Springfield/High/Grade-9' },
    { role: 'admin', ouPath: '/Springfield/Low, lower' },
  ]);
  t.equal(people.length, 2);
});

t.test('BOM, any line ends, blank lines, quoted line breaks and other columns do no harm', async (t) => {
  const { people, rejected } = read({
    'manifest.csv': `\uFEFF${MANIFEST}`,
    'users.csv':
      '\uFEFFusername,"GivenName",familyName,sourcedId,enabledUser,email,primaryOrgSourcedId,extra\r\n' +
      '\r\n' +
      'ana,"Ana\r\nMaria",Ruiz,u1,true, ana@x.example ,s1,x\r' +
      'bo,Bo,Li,u2,true,bo@x.example,s1,y\n',
    'roles.csv': roles('r1,,,u1,primary,teacher,,,s1', 'r2,,,u2,primary,teacher,,,s1'),
  });
  t.strictSame(rejected, []);
  hasFields(t, people, [{ email: 'ana@x.example' }, { email: 'bo@x.example' }]);
});

t.test('a row that is wrong is rejected with file, line and reason, and only it', async (t) => {
  const roster = read({
    'users.csv': users(
      'u1,,,true,a,A,A,a@x.example,,s1',
      'u1,,,true,b,B,B,b@x.example,,s1',
      ',,,true,c,C,C,c@x.example,,s1',
      'u4,,,true,d,D,D,d@x.example,,nowhere',
      'u5,,,true,e,E,E,e@x.example,,s1',
      'u6,,,true,f,F,F,f@x.example,,s1',
      'u7,,,true,g',
      'u8,,,true,h,H,H,h@x.example,,s1,,',
    ),
    'roles.csv': roles(
      'r1,,,u1,primary,teacher,,,s1',
      'r4,,,u4,primary,teacher,,,s1',
      'r6,,,u6,primary,wizard,,,s1',
      'r8,,,u8,primary,teacher,,,s1',
    ),
  });
  t.strictSame(
    roster.people.map(({ externalId }) => externalId),
    ['u1', 'u8'],
  );
  t.strictSame(reasons(roster), [
    'users.csv 8: The row has 5 fields; the header names 10.',
    'users.csv 3: The row has the same sourcedId as line 2.',
    'users.csv 4: The row has no sourcedId.',
    'users.csv 5: There is no organisation "nowhere" in orgs.csv.',
    'users.csv 6: There is no role of this user in roles.csv.',
    'users.csv 7: "wizard" is no role of OneRoster.',
  ]);
});

t.test('guardians are left out, and who is to be deleted is told apart', async (t) => {
  const { people, leaving, mentioned, outsiders } = read({
    'users.csv': users(
      'u1,,,true,a,A,A,a@x.example,,s1',
      'u2,tobedeleted,,true,b,B,B,b@x.example,,s1',
      'u3,,,true,c,C,C,c@x.example,,s1',
    ),
    'roles.csv': roles('r1,,,u1,primary,guardian,,,s1', 'r3,,,u3,primary,ext:caretaker,,,s1'),
  });
  hasFields(t, people, [{ externalId: 'u3', role: 'staff' }]);
  t.equal(people.length, 1);
  t.equal(outsiders, 1);
  t.strictSame([...leaving], ['u2']);
  t.strictSame([...mentioned], ['u1', 'u2', 'u3']);
});

t.test('a role that has ended suspends; one that holds goes before it', async (t) => {
  const { people } = read({
    'users.csv': users('u1,,,true,a,A,A,a@x.example,,', 'u2,,,true,b,B,B,b@x.example,,'),
    'roles.csv': roles(
      'r1,,,u1,primary,student,2020-09-01,2026-06-30,s1',
      'r2,,,u1,secondary,teacher,2026-09-01,,s2',
      'r3,,,u2,primary,student,2020-09-01,2026-06-30,s1',
      'r4,tobedeleted,,u2,primary,teacher,,,s1',
    ),
  });
  hasFields(t, people, [
    { role: 'teacher', status: 'active', ouPath: '/Springfield/Low, lower' },
    { role: 'student', status: 'suspended', ouPath: '/Springfield/High' },
  ]);
});

t.test('organisations: circles, twins, bad names and units that go', async (t) => {
  const roster = read(
    {
      'orgs.csv': [
        'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId',
        'a,,,A/B,school,,gone',
        'b,,,A-B,school,,',
        'c,,,C,school,,d',
        'd,,,D,school,,c',
        'e,,,..,school,,',
        'f,tobedeleted,,F,school,,',
        'a,,,Again,school,,',
        ',,,None,school,,',
      ].join('\n'),
    },
    { ouRoot: '/Roster' },
  );
  t.strictSame(roster.ouPaths, ['/Roster/A-B', '/Roster/A-B (b)']);
  hasFields(t, reasons(roster).sort(), [
    'orgs.csv 4: Its parents form a circle, or are too many.',
    'orgs.csv 5: Its parents form a circle, or are too many.',
    'orgs.csv 6: The name is “.” or “..”.',
    'orgs.csv 8: The row has the same sourcedId as line 2.',
    'orgs.csv 9: The row has no sourcedId.',
  ]);
  const chain = Array.from({ length: 5_000 }, (_, at) => `o${at},,,N${at},school,,o${at + 1}`);
  const deep = read({
    'orgs.csv': `sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\n${chain.join('\n')}`,
  });
  t.equal(deep.ouPaths.length, 20, 'as deep as a tree may be');
  t.equal(deep.rejected.length, 4_980);
});

t.test('a delta leaves what it does not say', async (t) => {
  const { people, rejected, mode } = read({
    'manifest.csv': MANIFEST.replaceAll('bulk', 'delta')
      .replace('file.orgs,delta', 'file.orgs,absent')
      .replace('file.roles,delta', 'file.roles,absent'),
    'orgs.csv': null,
    'roles.csv': null,
    'users.csv': users('u1,active,2026-11-19T10:00:00Z,true,a,A,A,a@x.example,,s1'),
  });
  t.equal(mode, 'delta');
  t.strictSame(rejected, []);
  hasFields(t, people, [{ externalId: 'u1', role: null, ouPath: null, status: 'active' }]);
});

t.test('a file that is wrong as a whole is refused in one sentence that names it', async (t) => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(USERS_HEADER, 'utf16le')]);
  const latin1 = Buffer.from(users('u1,,,true,a,José,A,a@x.example,,s1'), 'latin1');
  for (const [files, sentence] of [
    [{ 'manifest.csv': null }, /^There is no manifest\.csv/],
    [{ 'manifest.csv': '' }, /^manifest\.csv is empty/],
    [{ 'manifest.csv': MANIFEST.replace('1.2', '1.0') }, /oneroster\.version "1\.0"; 1\.1 and 1\.2/],
    [{ 'manifest.csv': MANIFEST.replace('file.users,bulk', 'file.users,some') }, /file\.users "some"/],
    [{ 'manifest.csv': MANIFEST.replace('file.users,bulk', 'file.users,absent') }, /there is no users\.csv/],
    [{ 'users.csv': null }, /^users\.csv is missing, though manifest\.csv names it/],
    [
      { 'users.csv': 'sourcedId,givenName\n' },
      /^users\.csv lacks the columns enabledUser, username, familyName/,
    ],
    [{ 'users.csv': `${USERS_HEADER},email\n` }, /^users\.csv has the column "email" twice/],
    [{ 'users.csv': utf16 }, /^users\.csv is not UTF-8 \(it is UTF-16\)/],
    [{ 'users.csv': latin1 }, /^users\.csv is not UTF-8 \(it holds bytes of another encoding\)/],
    [{ 'users.csv': users('u1,\u0000,,true') }, /^users\.csv is not UTF-8 \(it holds zero bytes\)/],
    [{ 'users.csv': users('u1,,,true,a,"A,A,a@x', 'u2,') }, /^users\.csv, line \d+: .*never closed/],
    [{ 'users.csv': users('u1,,,true,a,"A"A",A,a@x,,s1') }, /^users\.csv, line \d+: .*in the middle/],
  ] as const)
    t.throws(() => read(files), { name: 'OperatorError', message: sentence }, String(sentence));
});
